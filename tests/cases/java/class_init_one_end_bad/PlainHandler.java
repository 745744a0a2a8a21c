public class PlainHandler extends Handler {}
