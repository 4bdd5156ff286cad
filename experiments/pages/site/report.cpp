#include "experiments/pages/site/report.h"

#include <fmt/core.h>
#include <fmt/ranges.h>
#include <xxhash.h>

#include <algorithm>
#include <array>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

#include "core/base/parallel.h"
#include "core/notation.h"
#include "experiments/files/certificate_files.h"
#include "experiments/files/files.h"
#include "experiments/files/input.h"
#include "experiments/pages/book/book.h"
#include "experiments/pages/book/solution_text.h"
#include "experiments/puzzles/puzzle_json.h"
#include "experiments/repetition/describe/atlas.h"
#include "experiments/support/embedded_file.h"
#include "experiments/support/html_template.h"
#include "experiments/support/output.h"
#include "experiments/support/version.h"
#include "solver/certificate/compact_writer.h"
#include "solver/known/certificate_strategy.h"
#include "solver/referee/referee.h"

namespace onyx {
namespace {

namespace fs = std::filesystem;

Json site_game(const fs::path& file) {
  const auto refuse = [&](const std::string& why) -> InputError {
    return InputError(fmt::format("{}: {}", shown(file.string()), why));
  };
  const std::string text = read_file(file);
  std::map<std::string, std::string> beside;  // the referee's views refer to these strings
  referee::Watch watch;
  watch.beside = [&](const std::string& name) {
    const auto entry = beside.try_emplace(name, read_file(file.parent_path() / name)).first;
    return referee::file_of(entry->second);
  };
  const referee::Verdict verdict = referee::check(referee::file_of(text), watch);
  if (!verdict.accepted) throw refuse("rejected: " + verdict.text);
  if (verdict.claim != "one mistake") throw refuse("not a game with one mistake");
  const Json game = Json::parse(text);
  // The referee has checked all fields that are read below, except `about`.
  const Certificate draw = parse_certificate(beside.at(game.at("draw").get<std::string>()));
  const Json about = game.value("about", Json::object());
  const Json sight = about.is_object() ? about.value("sight", Json()) : Json();
  const bool has_sight = sight.is_number_unsigned() && sight.get<std::uint64_t>() % 2 == 1 &&
                         sight.get<std::uint64_t>() < 100;
  const Certificate::Line line = draw.line.value_or(Certificate::Line{});
  return {{"name", file.parent_path().filename().string()},
          {"setup", draw.game->setup},
          {"moves", draw.game->moves},
          {"mistake", game.at("mistake")},
          {"winner", std::string(1, draw.game->moves.size() % 2 == 1 ? 'V' : 'H')},
          {"sight", has_sight ? sight : Json()},
          {"prefix", line.prefix},
          {"cycle", line.cycle},
          {"position", draw.position}};
}

/// Returns the file's path relative to the collection folder that contains it; otherwise only its
/// name, because the site must not show this machine's paths.
std::string name_in(const std::vector<std::string>& collection, const fs::path& file) {
  for (const fs::path folder : collection) {
    const fs::path inside = file.lexically_relative(folder);
    if (!inside.empty() && inside != "." && *inside.begin() != "..") return inside.string();
  }
  return file.filename().string();
}

std::string saved_name(const ProofSource& source, bool is_compact) {
  std::string name = source.file.filename().string();
  if (name.ends_with(kCertificateEnding)) name.resize(name.size() - kCertificateEnding.size());
  if (source.number > 0) name = fmt::format("{}-{}", source.file.stem().string(), source.number);
  return name + (is_compact ? ".certz" : std::string(kCertificateEnding));
}

/// Converts the certificate of a draw to compact form, which takes about a tenth of the space.
std::string compacted(const Certificate& certificate) {
  std::string bytes;
  with_board(board_size_of(certificate.position), [&]<int W>(const WideBoard<W>& board) {
    Proof<W> proof;
    for (const Player owner : {Player::V, Player::H}) {
      auto& strategy = proof.strategies.emplace_back();
      strategy.owner = owner;
      for (const auto& [text, move] : certificate.strategies.at(letter_of(owner))) {
        const WidePosition<W> at = parse_position(board, text);
        strategy.moves.try_emplace(pack(at), {parse_move(board, at, move), 0});
      }
    }
    compact::write_certificate(board, parse_position(board, certificate.position), Claim::draw,
                               std::move(proof), kVersion, writer_to(bytes));
  });
  return bytes;
}

/// Encodes bytes in base64 for a script: a page opened from a folder can load only scripts.
std::string in_base64(std::string_view bytes) {
  constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t group = 0;
    for (std::size_t k = i; k < i + 3; ++k) {
      group = group << 8 | (k < bytes.size() ? static_cast<unsigned char>(bytes[k]) : 0U);
    }
    for (std::size_t k = 0; k < 4; ++k) {
      text += k < 2 || i + k <= bytes.size() ? kDigits[group >> (18 - 6 * k) & 63] : '=';
    }
  }
  return text;
}

/// Returns {position, line: play of both strategies, game or null, record, bytes: certificate in
/// base64, compact unless it has a game, saved: suggested file name, check: command to judge it}.
/// Rereads the certificate. Throws FileError, for example if the file has changed.
Json certificate_for_page(const CatalogueEntry& entry, const std::vector<std::string>& collection) {
  Json data;
  try {
    std::string bytes = entry.source.read();
    data["game"] = nullptr;
    bool is_compact = referee::kind_of(referee::file_of(bytes)) == referee::Kind::compact;
    if (!is_compact) {
      const Certificate certificate = parse_certificate(bytes);
      is_compact = !certificate.game;
      if (is_compact) {
        bytes = compacted(certificate);
      } else {
        data["game"] = {{"setup", certificate.game->setup}, {"moves", certificate.game->moves}};
      }
    }
    CertificateStrategy strategy(bytes);
    const StrategyLine line = strategy.longest_line({}).value();
    data["position"] = strategy.position();
    data["line"] = {{"prefix", line.moves}, {"cycle", line.cycle}};
    data["bytes"] = in_base64(bytes);
    data["saved"] = saved_name(entry.source, is_compact);
  } catch (const std::runtime_error& error) {
    throw FileError(
        fmt::format("'{}' has changed while it was read: {}", entry.file, error.what()));
  }
  if (!entry.record.game_moves.empty()) {
    data["game"] = {{"setup", entry.record.game}, {"moves", entry.record.game_moves}};
  }
  data["record"] = to_json(entry);
  data["record"]["file"] = name_in(collection, entry.file);
  data["check"] = "onyx-check " + shell_word(data["saved"].get<std::string>());
  return data;
}

std::string class_name(const ClassRecord& record) {
  return fmt::format("{}-{:016x}", format_board_size(record.board),
                     XXH3_64bits(record.key.data(), record.key.size()));
}

/// Assigns classes, patterns and puzzles numbers for display, such as "4x5 no. 17". To keep the
/// numbers, folders of the collection may list names in kNumbersFile, one per line. A number is the
/// name's rank among the names with the same prefix, such as "4x5-"; new names come last.
class Numbers {
 public:
  explicit Numbers(const std::vector<std::string>& collection) {
    for (const fs::path folder : collection) {
      std::error_code error;
      if (!fs::exists(folder / kNumbersFile, error)) continue;
      const std::string text = read_file(folder / kNumbersFile);
      for (const TextLine& line : filled_lines(text)) of(std::string(line.text));
    }
  }

  std::size_t of(const std::string& name) {
    const auto [entry, is_new] = numbers_.try_emplace(name, 0);
    if (is_new) {
      entry->second = ++counts_[name.substr(0, name.find('-'))];
      list_ += name + "\n";
    }
    return entry->second;
  }
  const std::string& list() const { return list_; }

  static constexpr const char* kNumbersFile = "numbers.txt";

 private:
  std::map<std::string, std::size_t> numbers_;
  std::map<std::string, std::size_t> counts_;  // number of names per prefix
  std::string list_;
};

/// Returns the data of a pattern's page: in `contains`, the indices of the patterns inside it; in
/// `inside`, of the patterns around it; in `classes`, [board, number, position, 1 if least else 0]
/// per class, least classes first, then by board size.
Json pattern_view(const Atlas& atlas, std::size_t index, Numbers& numbers) {
  Json inside = Json::array();
  for (std::size_t i = 0; i < atlas.patterns.size(); ++i) {
    const std::vector<std::size_t>& inner = atlas.patterns[i].contains;
    if (std::ranges::find(inner, index) != inner.end()) inside.push_back(i);
  }
  std::vector<const AtlasClass*> classes;
  for (const AtlasClass& one : atlas.classes) {
    if (one.entry->record.pattern_number == index + 1) classes.push_back(&one);
  }
  std::ranges::sort(classes, {}, [](const AtlasClass* one) {
    const ClassRecord& record = one->entry->record;
    return std::tuple(!one->is_least, point_count(record.board), record.v_stones + record.h_stones,
                      record.key);
  });
  Json lines = Json::array();
  for (const AtlasClass* const one : classes) {
    const ClassRecord& record = one->entry->record;
    lines.push_back(Json::array({format_board_size(record.board), numbers.of(class_name(record)),
                                 record.position, one->is_least ? 1 : 0}));
  }
  return {{"contains", atlas.patterns[index].contains}, {"inside", inside}, {"classes", lines}};
}

/// Returns JSON that is safe in an HTML script: no text can end the script or begin a tag. The
/// replaced characters occur only inside JSON strings, so the JSON stays valid.
std::string script_text(const Json& json) {
  return substitute(json.dump(-1, ' ', true, Json::error_handler_t::replace),
                    {{"<", "\\u003c"}, {">", "\\u003e"}, {"&", "\\u0026"}});
}

template <class Items, class TextOf>
std::string script_lines(const Items& items, const TextOf& text_of) {
  std::string lines;
  for (const auto& item : items) lines += (lines.empty() ? "" : ",\n") + text_of(item);
  return lines;
}

constexpr std::size_t kPerFile = 32;
/// Fewer than kPerFile, because a pattern can have hundreds of classes.
constexpr std::size_t kPatternsPerFile = 8;

/// Returns the text of positions.js. list.js relies on the order of the fields in each line.
std::string list_script(const std::vector<CatalogueEntry>& classes, Numbers& numbers) {
  std::map<std::size_t, std::string> names;  // indexed by pattern number in the catalogue
  const std::string lines = script_lines(classes, [&](const CatalogueEntry& entry) {
    const ClassRecord& record = entry.record;
    if (record.pattern) names.emplace(record.pattern_number, record.pattern->name());
    const std::string name = class_name(record);
    return script_text(
        Json::array({name.substr(name.find('-') + 1), numbers.of(name), record.position,
                     record.arena_points, record.arena_midpoints, record.class_size,
                     record.cycle_plies, record.freedom, record.squares.size(),
                     record.double_captures, record.game.substr(0, 1), record.pattern_number}));
  });
  Json patterns = Json::array();
  for (const auto& [number, name] : names) {
    patterns.push_back(Json::array({name, numbers.of("pattern-" + name)}));
  }
  return fmt::format(
      "const onyxPerFile = {};\nconst onyxPatterns = {};\nconst onyxPositions = [\n{}\n];\n",
      kPerFile, script_text(patterns), lines);
}

/// Writes a file that pages load on demand (pieces.js). The folder must exist.
void write_piece(const fs::path& site, const std::string& folder, std::size_t number,
                 const std::string& items) {
  write_file(FolderFile{site / folder, std::to_string(number) + ".js"},
             fmt::format("Pieces.receive(\"{}/{}\", [\n{}\n]);\n", folder, number, items));
}

template <class TextOf>
void write_pieces(const fs::path& site, const std::string& folder, std::size_t count,
                  std::size_t per_file, const TextOf& text_of) {
  prepare_folder(FolderFile{site, folder});
  std::string piece;
  for (std::size_t i = 0; i < count; ++i) {
    piece += (piece.empty() ? "" : ",\n") + text_of(i);
    if ((i + 1) % per_file == 0 || i + 1 == count) {
      write_piece(site, folder, i / per_file, std::exchange(piece, ""));
    }
  }
}

/// Writes the full puzzles and their list. puzzles.js relies on the order of the list's fields.
void write_puzzles(const Json& puzzles, Numbers& numbers, const fs::path& site) {
  Json themes = Json::array();
  const std::string lines = script_lines(puzzles, [&](const Json& puzzle) {
    Json own = Json::array();
    for (const Json& theme : puzzle.at("themes")) {
      const auto at = std::find(themes.begin(), themes.end(), theme);
      own.push_back(at - themes.begin());
      if (at == themes.end()) themes.push_back(theme);
    }
    return script_text(Json::array({puzzle.at("id"), puzzle.at("kind"), puzzle.at("board"),
                                    puzzle.at("difficulty"), std::move(own),
                                    numbers.of("puzzle-" + puzzle.at("id").get<std::string>())}));
  });
  write_pieces(site, "puzzles", puzzles.size(), kPerFile,
               [&](std::size_t i) { return script_text(puzzles[i]); });
  write_file(FolderFile{site, "puzzle-list.js"},
             fmt::format("const onyxPuzzlesPerFile = {};\nconst onyxThemes = {};\n"
                         "const onyxPuzzles = [\n{}\n];\n",
                         kPerFile, script_text(themes), lines));
}

/// Writes the printed book, if a folder of puzzles contains it, and all puzzles in one file.
/// Returns links to the written files.
std::string write_downloads(const std::vector<std::string>& sources, const fs::path& site) {
  std::string links, puzzles;
  for (const fs::path source : sources) {
    if (!fs::is_regular_file(source / "volume.pdf")) continue;
    write_file(FolderFile{site, "volume.pdf"}, read_file(source / "volume.pdf"));
    links = R"(<a href="volume.pdf" download>A book of puzzles to print (PDF)</a>)";
  }
  for (const fs::path& file : named_files(sources, {kPuzzlesEnding})) {
    puzzles += read_file(file);
    if (!puzzles.empty() && puzzles.back() != '\n') puzzles += '\n';
  }
  if (puzzles.empty()) return links;
  write_file(FolderFile{site, "all.puzzles.jsonl"}, puzzles);
  return links + R"(<a href="all.puzzles.jsonl" download>All puzzles, solved (JSON Lines)</a>)";
}

/// Writes the patterns' data and their list. atlas.js relies on the order of the list's fields.
void write_patterns(const Atlas& atlas, Numbers& numbers, const fs::path& site) {
  const std::string lines = script_lines(atlas.patterns, [&](const AtlasPattern& pattern) {
    return script_text(Json::array({pattern.name, numbers.of("pattern-" + pattern.name),
                                    atlas.classes[pattern.example].entry->record.position,
                                    pattern.by_board, pattern.least_classes}));
  });
  write_pieces(site, "patterns", atlas.patterns.size(), kPatternsPerFile,
               [&](std::size_t i) { return script_text(pattern_view(atlas, i, numbers)); });
  write_file(FolderFile{site, "pattern-list.js"},
             fmt::format("const onyxPatternsPerFile = {};\nconst onyxPatternList = [\n{}\n];\n",
                         kPatternsPerFile, lines));
}

/// Writes certificates of at most kMostBytes for pieces.js. Returns the maps; for each move with a
/// written certificate, "piece" is the number of its file.
Json with_proofs(Json openings, const std::vector<std::string>& sources, const fs::path& site) {
  constexpr std::uintmax_t kMostBytes = 80'000;
  prepare_folder(FolderFile{site, "proofs"});
  std::map<fs::path, std::size_t> pieces;
  for (Json& map : openings) {
    for (Json& move : map.at("map")) {
      if (!move.at("certificate").is_string()) continue;
      for (const fs::path source : sources) {
        const fs::path folder = fs::is_directory(source) ? source : source.parent_path();
        const fs::path file = folder / move.at("certificate").get<std::string>();
        std::error_code error;
        if (fs::file_size(file, error) > kMostBytes) continue;  // true for a missing file, too
        const auto [piece, is_new] = pieces.try_emplace(file, pieces.size());
        if (is_new) {
          write_piece(site, "proofs", piece->second, '"' + in_base64(read_file(file)) + '"');
        }
        move["piece"] = piece->second;
        break;
      }
    }
  }
  return openings;
}

/// Returns for each page: file name, title, description ("about") for search engines, and scripts.
Json pages() { return Json::parse(content_of(kSiteFiles, "pages.json")); }

std::string page_text(const Json& page, const std::string& downloads) {
  const auto text_in = [&](const char* key) { return page.at(key).get<std::string>(); };
  const auto part = [](std::string_view name) { return std::string(content_of(kSiteFiles, name)); };
  std::string scripts;
  for (const auto& script : page.at("scripts").get<std::vector<std::string>>()) {
    if (script == "program.js") {
      scripts += "<link rel=\"preload\" href=\"onyx-rules.js\" as=\"script\">\n";
    }
    scripts += fmt::format("<script src=\"{}\"></script>\n", script);
  }
  const std::string body = substitute(part(text_in("name")), {{"@BOARD@", part("board.html")},
                                                              {"@STEPS@", part("steps.html")},
                                                              {"@DOWNLOADS@", downloads},
                                                              {"@RULES@", part("rules.html")}});
  std::string text = substitute(part("page.html"), {{"@TITLE@", text_in("title")},
                                                    {"@ABOUT@", text_in("about")},
                                                    {"@BODY@", body},
                                                    {"@SCRIPTS@", scripts}});
  const std::string link = fmt::format("    <a href=\"{}\"", text_in("name"));
  const std::size_t at = text.find(link);  // the page's own link in the navigation bar, if any
  if (at != text.npos) text.insert(at + link.size(), " aria-current=\"page\"");
  return text;
}

/// Adds a dark mode to an SVG drawing of a board, as style.css does for other boards; leaves
/// other strings unchanged.
std::string with_dark(std::string_view text) {
  std::string svg(text);
  const std::size_t at = svg.find("<rect");
  if (!svg.starts_with("<svg") || svg.find("<title>") > at) return svg;
  return svg.insert(at, R"(<style>@media (prefers-color-scheme: dark) {
[fill="#e9edf1"] { fill: #3b4652 } text { fill: #e6ebf0 }
[stroke-width="6"] { filter: drop-shadow(0 0 1px #aeb9c4) drop-shadow(0 0 1px #aeb9c4) }
circle[fill="#1d2733"] { fill: #0e1318; stroke: #aeb9c4; stroke-width: 2 } }</style>
)");
}

/// Whether the site has an unchanged copy of the file. Pages are filled in; pages.json is omitted.
bool is_written_as_it_is(std::string_view file) {
  return !file.ends_with(".html") && file != "pages.json";
}

constexpr std::array kPrograms = {"onyx-rules.js", "onyx-pages.js"};

/// Returns the service worker, with the list of pages, scripts and styles that it caches.
std::string offline_script() {
  std::set<std::string> files(std::begin(kPrograms), std::end(kPrograms));
  for (const auto& [name, text] : kSiteFiles) {
    if (is_written_as_it_is(name)) files.emplace(name);
  }
  for (const Json& page : pages()) {
    files.insert(page.at("name").get<std::string>());
    for (const Json& script : page.at("scripts")) files.insert(script.get<std::string>());
  }
  return substitute(std::string(content_of(kSiteFiles, "offline.js")),
                    {{"@FILES@", fmt::format("{}", fmt::join(files, "\", \""))}});
}

}  // namespace

Json site_games(const std::vector<std::string>& paths) {
  Json games = Json::array();
  for (const fs::path& file : named_files(paths, {".game.json"})) games.push_back(site_game(file));
  const auto rank = [](const Json& game) {
    const auto setup = game.at("setup").get<std::string>();
    const BoardSize size = board_size_of(setup);
    return std::pair(setup.starts_with("standard"), size.width * size.height);
  };
  std::stable_sort(games.begin(), games.end(),
                   [&](const Json& a, const Json& b) { return rank(a) > rank(b); });
  return games;
}

Json site_puzzles(const std::vector<std::string>& paths) {
  Json puzzles = Json::array();
  for (const fs::path& file : named_files(paths, {kPuzzlesEnding})) {
    for (const Puzzle& puzzle : read_puzzles(file)) {
      Json json = to_json(puzzle);
      for (const char* const key : {"format", "version", "stones", "game", "source"}) {
        json.erase(key);
      }
      const PuzzleBoard board(board_of(puzzle));
      const Danger danger = danger_of(board, puzzle);
      json["hints"] = hints_of(board, puzzle, danger);
      const std::string why = told_danger(board, puzzle, danger);
      json["why"] = (why.empty() ? "" : why + " ") + told_line(board, puzzle, danger);
      Json& texts = json.at("wrong") = Json::array();
      for (const auto& [move, value, plies, reply, is_tempting] : puzzle.wrong) {
        const std::string worth =
            value == "draw" ? "=" : value.substr(0, 1) + std::to_string(plies);
        texts.push_back(move + " " + worth + " " + reply);
      }
      puzzles.push_back(std::move(json));
    }
  }
  return puzzles;
}

bool write_site(const SiteContent& content, const fs::path& site, Interrupt interrupt,
                const std::function<void()>& progress) {
  prepare_folder(site);
  const std::vector<CatalogueEntry>& classes = content.catalogue.classes;
  prepare_folder(FolderFile{site, "certificates"});
  const std::size_t files = (classes.size() + kPerFile - 1) / kPerFile;
  const auto write_certificates = [&](std::size_t file) {
    std::string text;
    for (std::size_t i = file * kPerFile; i < std::min((file + 1) * kPerFile, classes.size());
         ++i) {
      if (interrupt.has_come()) return;
      text += (text.empty() ? "" : ",\n") +
              script_text(certificate_for_page(classes[i], content.collection));
      progress();
    }
    write_piece(site, "certificates", file, text);
  };
  parallel_for_each_index(Threads::all, files, write_certificates);
  if (interrupt.has_come()) return false;

  for (const auto& [name, text] : kSiteFiles) {
    if (!is_written_as_it_is(name)) continue;
    write_file(FolderFile{site, std::string(name)}, with_dark(text));
  }
  for (const char* const program : kPrograms) {
    const auto compiled = content.programs.find(program);
    write_file(FolderFile{site, program}, compiled == content.programs.end()
                                              ? "// The compiled program is missing.\n"
                                              : compiled->second);
  }
  Numbers numbers(content.collection);
  write_file(FolderFile{site, "positions.js"}, list_script(classes, numbers));
  write_patterns(make_atlas(content.catalogue), numbers, site);
  write_puzzles(content.puzzles, numbers, site);
  write_file(FolderFile{site, Numbers::kNumbersFile}, numbers.list());
  write_file(FolderFile{site, "opening-data.js"},
             "const onyxOpenings = " +
                 script_text(with_proofs(content.openings, content.opening_sources, site)) + ";\n");
  write_file(FolderFile{site, "natural-games.js"},
             "const onyxGames = " + script_text(content.games) + ";\n");
  write_file(FolderFile{site, "offline.js"}, offline_script());
  const std::string downloads = write_downloads(content.puzzle_sources, site);
  for (const Json& page : pages()) {
    write_file(FolderFile{site, page.at("name").get<std::string>()}, page_text(page, downloads));
  }
  return true;
}

}  // namespace onyx
