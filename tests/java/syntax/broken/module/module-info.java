module a.b { requires ; }
