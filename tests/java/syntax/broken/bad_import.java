import java.util.; class A { }
