public class SimpleResolver extends Resolver {}
