CTRemote export: #Service
