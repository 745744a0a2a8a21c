// Spheres and their shadows, lines of the picture taken from an atomic counter.
#include <atomic>
#include <cmath>
#include <cstdio>
#include <thread>
#include <vector>

namespace {
struct Vec {
  double x, y, z;
  Vec operator+(const Vec& o) const { return {x + o.x, y + o.y, z + o.z}; }
  Vec operator-(const Vec& o) const { return {x - o.x, y - o.y, z - o.z}; }
  Vec operator*(double f) const { return {x * f, y * f, z * f}; }
  double dot(const Vec& o) const { return x * o.x + y * o.y + z * o.z; }
};
struct Sphere {
  Vec centre;
  double radius, light;
};
constexpr int kWidth = 256, kHeight = 192;
std::vector<Sphere> spheres;
std::vector<float> picture(kWidth* kHeight);
std::atomic<int> next_line{0};

const Sphere* hit(const Vec& from, const Vec& along, double& distance) {
  const Sphere* nearest = nullptr;
  for (const Sphere& sphere : spheres) {
    const Vec to = sphere.centre - from;
    const double middle = to.dot(along);
    const double rest = middle * middle - to.dot(to) + sphere.radius * sphere.radius;
    if (rest < 0) continue;
    const double at = middle - std::sqrt(rest);
    if (at < 1e-6 || (nearest != nullptr && at >= distance)) continue;
    nearest = &sphere;
    distance = at;
  }
  return nearest;
}

double shade(const Vec& from, const Vec& along) {
  double distance = 0;
  const Sphere* sphere = hit(from, along, distance);
  if (sphere == nullptr) return 0.1;
  const Vec at = from + along * distance;
  const Vec normal = (at - sphere->centre) * (1 / sphere->radius);
  const Vec lamp{0.57735, 0.57735, -0.57735};
  double unused = 0;
  const bool is_dark = hit(at + normal * 1e-3, lamp, unused) != nullptr;
  return sphere->light * (is_dark ? 0.2 : 0.2 + std::fmax(0, normal.dot(lamp)));
}

void trace() {
  for (int y = next_line++; y < kHeight; y = next_line++) {
    for (int x = 0; x < kWidth; ++x) {
      const Vec to{(x - kWidth / 2) / 200.0, (y - kHeight / 2) / 200.0, 1};
      picture[static_cast<size_t>(y * kWidth + x)] =
          static_cast<float>(shade({0, 0, -4}, to * (1 / std::sqrt(to.dot(to)))));
    }
  }
}
}  // namespace

int main() {
  for (int i = 0; i < 24; ++i)
    spheres.push_back({{std::sin(i) * 2, std::cos(i * 1.3) * 1.5, i * 0.2}, 0.4, 0.3 + i / 40.0});
  std::thread other(trace);
  trace();
  other.join();
  double sum = 0;
  for (const float pixel : picture) sum += pixel;
  std::printf("%.3f\n", sum);
}
