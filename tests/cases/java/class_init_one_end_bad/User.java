class User {
  Object handler() {
    return new PlainHandler();
  }
}
