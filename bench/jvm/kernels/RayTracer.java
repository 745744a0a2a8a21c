/** Spheres, a light, one bounce: many small objects that live for one pixel. */
class RayTracer extends Kernel {
    static final int SIZE = 160;

    static class Vector {
        double x, y, z;

        Vector(double x, double y, double z) {
            this.x = x;
            this.y = y;
            this.z = z;
        }

        Vector plus(Vector o, double scale) {
            return new Vector(x + o.x * scale, y + o.y * scale, z + o.z * scale);
        }

        double dot(Vector o) {
            return x * o.x + y * o.y + z * o.z;
        }

        Vector unit() {
            double length = Math.sqrt(dot(this));
            return new Vector(x / length, y / length, z / length);
        }
    }

    static class Sphere {
        Vector centre;
        double radius, shine;

        Sphere(Vector centre, double radius, double shine) {
            this.centre = centre;
            this.radius = radius;
            this.shine = shine;
        }

        double hit(Vector origin, Vector direction) {
            Vector to = centre.plus(origin, -1);
            double along = to.dot(direction);
            double under = along * along - to.dot(to) + radius * radius;
            if (under < 0) return -1;
            double near = along - Math.sqrt(under);
            return near > 1e-6 ? near : -1;
        }
    }

    Sphere[] spheres;
    Vector light;
    long[] sums;

    void setup() {
        spheres = new Sphere[64];
        for (int i = 0; i < 64; ++i) {
            Vector centre = new Vector((i % 4) * 4 - 6, (i / 4 % 4) * 4 - 6, (i / 16) * 4 + 10);
            spheres[i] = new Sphere(centre, 1.5, 0.2 + i / 128.0);
        }
        light = new Vector(-5, 10, -10);
        sums = new long[THREADS];
    }

    double trace(Vector origin, Vector direction, int depth) {
        Sphere nearest = null;
        double distance = Double.MAX_VALUE;
        for (int i = 0; i < spheres.length; ++i) {
            double at = spheres[i].hit(origin, direction);
            if (at > 0 && at < distance) {
                distance = at;
                nearest = spheres[i];
            }
        }
        if (nearest == null) return 0.1;
        Vector point = origin.plus(direction, distance);
        Vector normal = point.plus(nearest.centre, -1).unit();
        double bright = Math.max(0, normal.dot(light.plus(point, -1).unit()));
        if (depth > 0) {
            Vector mirrored = direction.plus(normal, -2 * direction.dot(normal));
            bright += nearest.shine * trace(point, mirrored, depth - 1);
        }
        return bright;
    }

    void work(int thread) {
        long sum = 0;
        Vector eye = new Vector(0, 0, -10);
        for (int row = thread; row < SIZE; row += THREADS) {
            for (int column = 0; column < SIZE; ++column) {
                Vector direction = new Vector(column * 2.0 / SIZE - 1, row * 2.0 / SIZE - 1, 2).unit();
                sum += (long) (255 * trace(eye, direction, 3));
            }
        }
        sums[thread] = sum;
    }

    double check() {
        return sums[0] + sums[1];
    }
}
