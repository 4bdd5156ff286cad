// The signature of the build: one number for all results of the rules and the solver on a fixed set
// of positions. If a change of the program alters it by mistake, this test fails. If results change
// on purpose, put the new number here.
//
// Each reachable state has one line, `POSITION OUTCOME SUCCESSORS`: OUTCOME is the distance
// in plies, or -1 for a draw; SUCCESSORS is the number of successors. The signature is the sum of
// the FNV-1a hashes of these lines, so it does not depend on the order of states, on threads, or on
// the machine. Each position has its own sum, so that a failure shows which positions differ.
#include <gtest/gtest.h>

#include "tests/solver/support.h"

namespace onyx {
namespace {

constexpr std::uint64_t kSignature = 3'779'175'956'376'059'499;

struct Known {
  std::string position;
  std::uint64_t sum;
};

const std::vector<Known> kPositions = {
    {"open:2x6", 8'948'872'052'312'043'562U},
    {"open:3x3", 9'925'173'034'986'829'034U},
    {"open:5x2", 1'938'196'273'620'523'166U},
    {"standard:4x4", 2'750'055'704'843'847'035U},
    {"4/4/HVVH/VHHV - V", 15'310'368'833'128'742'164U},
    {"VHV1/V3/H2V/2V1/VVHV CD45:H H", 12'862'924'694'545'184'726U},
    {"VVHH/V1VV/H1H1/1HVH/VH1V - V", 12'505'163'611'984'703'785U},
    {"HV1HV/1HVHV/VV2H/H1VHH - H", 12'643'050'858'693'243'554U},
    {"HVHHH/HVHVV/V1V1V/VV1VV/HHHVH - H", 17'365'035'804'377'846'026U},
    {"VVH1H/V1VVV/H1H2/1HVHH/VH1VV - V", 5'544'343'585'247'831'739U},
    {"HH1HV/VHVVH/H1V1H/VV1VH/HHVHH - V", 10'775'697'199'329'941'548U},
    {"HVHVHV/VVHHHV/HVHVHV/HHH2H/VVVHH1/VVVVH1 AB23:H V", 4'051'868'252'371'050'636U},
    {"VVHVVVVHH/HHHVVHVHH/HVHVHVHVV/HVVVHHVHH/HVV1VH2V/VVHHVH1HV/HHHHVVHHH/HHHH2HVH/VVVVVVVVV "
     "BC12:V,DE12:H,FG12:H,HI12:V,EF23:V,FG34:H,AB45:H,HI56:V,EF67:V,GH67:V,FG78:V,HI78:H,AB89:V,"
     "CD89:V,GH89:V H",
     16'408'274'824'662'862'964U},
    {"VVH/VVV/HVV/HHV/HVV/VVH/VHV/HHV/HHV/HHV/VHV/HHV/HVV/HVH/V1V/VV1/HHV/VH1/1VV/VVH "
     "BC78:V,BC1112:H V",
     1'877'359'742'238'270'872U},
};

std::uint64_t fnv1a(std::string_view text) {
  std::uint64_t sum = 0xcbf29ce484222325;
  for (const char letter : text) {
    sum ^= static_cast<unsigned char>(letter);
    sum *= 0x100000001b3;
  }
  return sum;
}

template <int W>
std::uint64_t signature_of(const WideBoard<W>& board, const SolvedGraph<W>& solved) {
  std::uint64_t sum = 0;
  for (StateId state = 0; state < solved.graph.state_count(); ++state) {
    const Outcome outcome = solved.outcomes[state];
    sum += fnv1a(format_position(board, solved.graph.position(state)) + ' ' +
                 std::to_string(outcome.is_draw() ? -1 : outcome.distance()) + ' ' +
                 std::to_string(solved.graph.successors(state).size()));
  }
  return sum;
}

TEST(Signature, IsThatOfTheBuild) {
  std::uint64_t sum = 0;
  std::uint64_t states = 0;
  for (const Known& known : kPositions) {
    test::with_position(known.position, [&](const auto& board, const auto& position) {
      const auto solved = test::solved_from(board, std::vector{position});
      const std::uint64_t of_position = signature_of(board, solved);
      EXPECT_EQ(of_position, known.sum) << known.position;
      sum += of_position;
      states += solved.graph.state_count();
    });
  }
  EXPECT_GT(states, 400'000U);
  EXPECT_EQ(sum, kSignature) << "the signature of this build is " << sum;
}

}  // namespace
}  // namespace onyx
