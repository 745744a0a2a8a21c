class A { } import java.util.List; class B { int }
