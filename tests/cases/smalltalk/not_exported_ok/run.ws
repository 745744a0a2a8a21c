"Nothing says that the class is exported: ok: smalltalk-race"
CTRemote export: #Service
