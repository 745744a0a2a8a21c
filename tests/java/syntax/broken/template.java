class ${name} { }
