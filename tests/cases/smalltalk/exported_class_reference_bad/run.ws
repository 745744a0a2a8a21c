Broker publish: Service
