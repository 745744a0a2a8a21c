#include "cli/apply_fixes.h"

#include <map>
#include <set>

#include "source/overlay.h"
#include "source/source_file.h"
#include "source/write_file.h"

namespace dh {

namespace {

// Edits that can be made together; the same edit of two findings is one.
class EditSet {
 public:
  // False when one of them overlaps another one.
  bool add(const std::vector<Edit>& edits) {
    std::set<Edit> all = edits_;
    all.insert(edits.begin(), edits.end());
    const Edit* before = nullptr;
    for (const Edit& edit : all) {
      // Two different texts at one place: their order would be a guess.
      if (before != nullptr && (edit.span.begin < before->span.end || edit.span.begin == before->span.begin))
        return false;
      before = &edit;
    }
    edits_ = std::move(all);
    return true;
  }

  std::vector<Edit> edits() const { return {edits_.begin(), edits_.end()}; }

 private:
  std::set<Edit> edits_;
};

// The indices of the findings whose fixes are now in the file.
Result<std::vector<size_t>> fix_file(const std::string& path, const std::vector<size_t>& indices,
                                     const std::vector<Finding>& findings) {
  if (find_overlay(path) != nullptr) return fail("{}: is not on disk, so nothing was fixed in it", path);
  const Result<SourceFile> file = SourceFile::open(path);
  if (!file) return tl::unexpected(file.error());
  EditSet edits;
  std::vector<size_t> fixed;
  for (size_t i : indices) {
    if (findings[i].fix->content_hash != content_hash(file->text()))
      return fail("{}: changed since it was analysed, so nothing was fixed in it", path);
    if (edits.add(findings[i].fix->edits)) fixed.push_back(i);
  }
  const Fix all{"", path, content_hash(file->text()), edits.edits()};
  const Result<std::string> text = apply_fix(all, file->text());
  if (!text) return tl::unexpected(text.error());
  const Result<void> written = write_file_atomically(path, *text);
  if (!written) return tl::unexpected(written.error());
  return fixed;
}

}  // namespace

size_t apply_fixes(std::vector<Finding>& findings, const ReadableRoots& roots, Diagnostics& diagnostics) {
  std::map<std::string, std::vector<size_t>> by_path;
  for (size_t i = 0; i < findings.size(); ++i) {
    if (findings[i].fix && roots.allows(findings[i].fix->path)) by_path[findings[i].fix->path].push_back(i);
  }
  std::set<size_t> fixed;
  for (const auto& [path, indices] : by_path) {
    const Result<std::vector<size_t>> done = fix_file(path, indices, findings);
    if (done) {
      fixed.insert(done->begin(), done->end());
    } else {
      diagnostics.push_back({Severity::warning, Place{path, 0, 0, 0, 0}, done.error().message});
    }
  }
  std::vector<Finding> left;
  for (size_t i = 0; i < findings.size(); ++i) {
    if (!fixed.contains(i)) left.push_back(std::move(findings[i]));
  }
  findings = std::move(left);
  return fixed.size();
}

}  // namespace dh
