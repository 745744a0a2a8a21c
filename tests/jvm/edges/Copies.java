// A copy is a new object; making it reads the original.
import java.util.Arrays;

public class Copies extends Edges {
    static class Page implements Cloneable {
        int okField, badField;
        int[] numbers = new int[4];

        @Override
        public Page clone() {
            try {
                return (Page) super.clone();
            } catch (CloneNotSupportedException e) {
                throw new Error(e);
            }
        }
    }

    static class Row extends Page {
        int okOfSubclass;
    }

    public static void main(String[] args) throws Exception {
        Page page = new Page();
        Body body = () -> {
            int seen = page.okField;
            for (int i = 0; i < 3; i++) page.clone().okField = seen + i;
        };
        both(body, body);
        Row row = new Row();
        Body rows = () -> {
            int seen = row.okOfSubclass + row.okField;
            Row copy = (Row) row.clone();
            copy.okOfSubclass = seen;
            copy.okField = seen;
        };
        both(rows, rows);
        int[] shared = {1, 2, 3};
        Body arrays = () -> {
            int sum = shared[0] + shared[2];
            int[] copy = shared.clone(), other = Arrays.copyOf(shared, 5);
            copy[0] = other[2] = sum;
        };
        both(arrays, arrays);
        both(() -> page.badField = 1, () -> { pause(); page.clone(); });
    }
}
