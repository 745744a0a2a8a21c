Pool new work
