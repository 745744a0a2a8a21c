package p;
import java.util.*;
