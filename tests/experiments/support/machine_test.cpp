// Tests the limits on memory and processors that are set by control groups, by the variables of a
// Slurm job and by the machine.

#include "experiments/support/machine.h"

#include <gtest/gtest.h>
#include <sched.h>

#include "tests/experiments/program.h"
#include "tests/experiments/set_variable.h"

namespace onyx::test {
namespace {

constexpr std::uint64_t kGigabyte = std::uint64_t{1} << 30;

class Machine : public testing::Test {
 protected:
  void SetUp() override { put("proc/meminfo", "MemTotal: 99 kB\nMemAvailable:   16777216 kB\n"); }

  void put(const std::string& name, const std::string& content) const {
    const Path path = root_.path() / name;
    std::filesystem::create_directories(path.parent_path());
    write(path, content);
  }
  std::uint64_t memory() const { return available_memory(root_.path()); }
  int threads() const { return available_threads(root_.path()); }

  TemporaryFolder root_;
  // Hide Slurm's variables, in case the test itself runs in a job.
  SetVariable no_node_{"SLURM_MEM_PER_NODE", nullptr};
  SetVariable no_cpu_{"SLURM_MEM_PER_CPU", nullptr};
  SetVariable no_processors_{"SLURM_CPUS_ON_NODE", nullptr};
  SetVariable no_task_{"SLURM_CPUS_PER_TASK", nullptr};
};

int processors() {
  cpu_set_t set;
  CPU_ZERO(&set);
  EXPECT_EQ(sched_getaffinity(0, sizeof(set), &set), 0);
  return CPU_COUNT(&set);
}

TEST_F(Machine, WithoutLimits) {
  EXPECT_EQ(memory(), 16 * kGigabyte);
  EXPECT_EQ(threads(), processors());
  std::filesystem::remove_all(root_.path() / "proc");
  EXPECT_EQ(memory(), 4 * kGigabyte);
}

TEST_F(Machine, TheAffinityLimitsTheThreads) {
  cpu_set_t before;
  ASSERT_EQ(sched_getaffinity(0, sizeof(before), &before), 0);
  cpu_set_t one;
  CPU_ZERO(&one);
  for (std::size_t i = 0; i < CPU_SETSIZE && CPU_COUNT(&one) == 0; ++i) {
    if (CPU_ISSET(i, &before)) CPU_SET(i, &one);
  }
  ASSERT_EQ(sched_setaffinity(0, sizeof(one), &one), 0);
  EXPECT_EQ(threads(), 1);
  ASSERT_EQ(sched_setaffinity(0, sizeof(before), &before), 0);
}

TEST_F(Machine, GroupsOfVersion2) {
  put("proc/self/cgroup", "0::/system/job/step\n");
  const std::string groups = "sys/fs/cgroup/";
  put(groups + "system/job/step/memory.max", "max\n");
  put(groups + "system/job/step/cpu.max", "max 100000\n");
  put(groups + "system/job/memory.max", std::to_string(4 * kGigabyte) + "\n");
  put(groups + "system/job/memory.current", std::to_string(3 * kGigabyte) + "\n");
  EXPECT_EQ(memory(), 1 * kGigabyte);
  EXPECT_EQ(threads(), processors());
  // Cached files count as free memory, because the system drops them if it needs memory.
  put(groups + "system/job/memory.stat",
      "anon 5\ninactive_file 1073741824\nactive_file 536870912\nshmem 7\n");
  EXPECT_EQ(memory(), 5 * kGigabyte / 2);
  put(groups + "system/job/cpu.max", "50000 100000\n");
  EXPECT_EQ(threads(), 1);
  put(groups + "system/job/cpu.max", "99900000 100000\n");
  EXPECT_EQ(threads(), processors());
  put(groups + "system/cpu.max", "0 0\n");
  put(groups + "cpu.max", "100000 100000\n");
  EXPECT_EQ(threads(), 1);
}

TEST_F(Machine, GroupsOfVersion1) {
  put("proc/self/cgroup", "5:memory:/job\n4:cpuset:/other\n3:cpu,cpuacct:/job\n");
  put("sys/fs/cgroup/memory/job/memory.limit_in_bytes", std::to_string(2 * kGigabyte));
  put("sys/fs/cgroup/memory/job/memory.usage_in_bytes", std::to_string(3 * kGigabyte));
  put("sys/fs/cgroup/cpu/job/cpu.cfs_quota_us", "-1");
  put("sys/fs/cgroup/cpu/job/cpu.cfs_period_us", "100000");
  put("sys/fs/cgroup/cpuset/other/cpu.cfs_quota_us", "1");
  EXPECT_EQ(memory(), 0U);
  EXPECT_EQ(threads(), processors());
  put("sys/fs/cgroup/memory/job/memory.stat", "inactive_file 5\ntotal_inactive_file 2147483648\n");
  EXPECT_EQ(memory(), 1 * kGigabyte);
  put("sys/fs/cgroup/cpu/job/cpu.cfs_quota_us", "100000");
  EXPECT_EQ(threads(), 1);
}

TEST_F(Machine, MalformedLimitsAreIgnored) {
  put("proc/self/cgroup", "\n0\n0:\nx::\n0::/../a\n1:memory\n");
  put("sys/fs/cgroup/memory.max", "much");
  put("sys/fs/cgroup/cpu.max", "1");
  for (const char* const value : {"", "0", "-1", "x", "2 ", "99999999999999999999"}) {
    const SetVariable task("SLURM_CPUS_PER_TASK", value);
    const SetVariable node("SLURM_MEM_PER_NODE", value);
    EXPECT_EQ(memory(), 16 * kGigabyte) << value;
    EXPECT_EQ(threads(), processors()) << value;
  }
}

TEST_F(Machine, JobsOfSlurm) {
  const SetVariable on_node("SLURM_CPUS_ON_NODE", "1");
  EXPECT_EQ(threads(), 1);
  {
    const SetVariable task("SLURM_CPUS_PER_TASK", "1000000");
    EXPECT_EQ(threads(), processors()) << "never more than there are";
  }
  const SetVariable each("SLURM_MEM_PER_CPU", "2048");
  EXPECT_EQ(memory(), 2 * kGigabyte);
  {
    const SetVariable two("SLURM_CPUS_ON_NODE", "2");
    EXPECT_EQ(memory(), 4 * kGigabyte);
  }
  const SetVariable node("SLURM_MEM_PER_NODE", "1024");
  EXPECT_EQ(memory(), 1 * kGigabyte);
  const SetVariable most("SLURM_MEM_PER_NODE", "18446744073709551615");
  EXPECT_EQ(memory(), 16 * kGigabyte);
}

}  // namespace
}  // namespace onyx::test
