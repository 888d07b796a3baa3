//! The real Slurm on this machine, with a folder and ports of its own: munged, slurmctld and two nodes.
use std::fs;
use std::io::Read;
use std::net::TcpListener;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// What it takes, by the names of commands.
pub const PROGRAMS: [&str; 8] = ["slurmctld", "slurmd", "munged", "sbatch", "squeue", "scontrol", "scancel", "sinfo"];

/// Whether daemons may be started: they change users.
pub fn is_root() -> bool {
    fs::metadata("/proc/self").is_ok_and(|meta| meta.uid() == 0)
}

/// Two nodes of one processor each.
pub struct Cluster {
    dir: tempfile::TempDir,
    daemons: Vec<(&'static str, Child)>,
}

impl Cluster {
    /// Starts the daemons, and waits until both nodes are idle. Indices of arrays are below `max_array_size`.
    pub fn start(max_array_size: u32) -> Self {
        let dir = tempfile::tempdir().unwrap();
        fs::set_permissions(dir.path(), fs::Permissions::from_mode(0o700)).unwrap();
        let path = dir.path().display();
        let host = fs::read_to_string("/proc/sys/kernel/hostname").unwrap();
        let host = host.trim().split('.').next().unwrap();
        // All are bound at the same time, so that they differ.
        let bound = [0; 3].map(|_| TcpListener::bind("127.0.0.1:0").unwrap());
        let [control, first, second] = bound.map(|port| port.local_addr().unwrap().port());
        let settings = format!(
            "ClusterName=farm\nSlurmctldHost={host}(127.0.0.1)\nSlurmctldPort={control}\nAuthType=auth/munge\n\
             AuthInfo=socket={path}/munge.socket\nCredType=cred/munge\nSlurmUser=root\nSlurmdUser=root\n\
             StateSaveLocation={path}/state\nSlurmdSpoolDir={path}/spool.%n\nSlurmctldPidFile={path}/ctld.pid\n\
             SlurmdPidFile={path}/%n.pid\nSlurmctldLogFile={path}/ctld.log\nSlurmdLogFile={path}/%n.log\n\
             ProctrackType=proctrack/linuxproc\nTaskPlugin=task/none\nJobAcctGatherType=jobacct_gather/none\n\
             AccountingStorageType=accounting_storage/none\n\
             SchedulerParameters=batch_sched_delay=0,sched_interval=1,sched_min_interval=0\n\
             SelectType=select/cons_tres\nSelectTypeParameters=CR_CPU\nSlurmdTimeout=6\nKillWait=2\n\
             ReturnToService=2\nMpiDefault=none\nMaxArraySize={max_array_size}\nMaxJobCount=20000\n\
             SlurmdParameters=config_overrides\n\
             NodeName=n1 NodeHostname={host} NodeAddr=127.0.0.1 Port={first} CPUs=1\n\
             NodeName=n2 NodeHostname={host} NodeAddr=127.0.0.1 Port={second} CPUs=1\n\
             PartitionName=all Nodes=n1,n2 Default=YES State=UP MaxTime=INFINITE\n"
        );
        fs::write(dir.path().join("slurm.conf"), settings).unwrap();
        // Found by itself it has to be mounted, which it is not everywhere; nothing here makes use of it.
        fs::write(dir.path().join("cgroup.conf"), "CgroupPlugin=cgroup/v1\n").unwrap();
        fs::create_dir(dir.path().join("state")).unwrap();
        let mut key = [0; 128];
        fs::File::open("/dev/urandom").unwrap().read_exact(&mut key).unwrap();
        fs::write(dir.path().join("key"), key).unwrap();
        fs::set_permissions(dir.path().join("key"), fs::Permissions::from_mode(0o600)).unwrap();
        let mut cluster = Self { dir, daemons: vec![] };
        let file = |option: &str, name: &str| format!("--{option}={path}/{name}", path = cluster.dir.path().display());
        let options = [
            file("key-file", "key"),
            file("socket", "munge.socket"),
            file("pid-file", "munge.pid"),
            file("seed-file", "seed"),
            file("log-file", "munge.log"),
        ];
        let munged: Vec<&str> = ["--foreground", "--force"].into_iter().chain(options.iter().map(|o| &o[..])).collect();
        cluster.daemon("munged", &munged);
        eventually("munged listens", || cluster.dir.path().join("munge.socket").exists());
        cluster.daemon("slurmctld", &["-D"]);
        cluster.daemon("slurmd", &["-D", "-N", "n1"]);
        cluster.daemon("slurmd", &["-D", "-N", "n2"]);
        eventually("both nodes are idle", || cluster.says("sinfo", &["-h", "-t", "idle", "-o", "%D"]).trim() == "2");
        cluster
    }

    /// The folder of its files, where commands run.
    pub fn path(&self) -> &Path {
        self.dir.path()
    }

    fn conf(&self) -> PathBuf {
        self.dir.path().join("slurm.conf")
    }

    fn daemon(&mut self, name: &'static str, words: &[&str]) {
        let mut command = Command::new(name);
        command.args(words).env("SLURM_CONF", self.conf()).current_dir(self.dir.path());
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        self.daemons.push((name, command.spawn().unwrap()));
    }

    /// A command that finds this Slurm.
    pub fn command(&self, program: &str, words: &[&str]) -> Command {
        let mut command = Command::new(program);
        command.args(words).env("SLURM_CONF", self.conf()).current_dir(self.dir.path()).stdin(Stdio::null());
        command
    }

    /// What a command prints; nothing while Slurm is not there yet.
    pub fn says(&self, program: &str, words: &[&str]) -> String {
        String::from_utf8(self.command(program, words).output().unwrap().stdout).unwrap()
    }

    /// Processes of this cluster, by their numbers, that are of a node if one is named.
    pub fn processes(&self, node: Option<&str>) -> Vec<u32> {
        let of_us = format!("SLURM_CONF={}", self.conf().display());
        let of_node = node.map(|node| format!("SLURMD_NODENAME={node}"));
        let is_one = |id: &u32| {
            let environment = fs::read(format!("/proc/{id}/environ")).unwrap_or_default();
            let has = |word: &str| environment.split(|byte| *byte == 0).any(|other| other == word.as_bytes());
            has(&of_us) && of_node.as_deref().is_none_or(has)
        };
        let entries = fs::read_dir("/proc").unwrap().filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok());
        entries.filter(is_one).collect()
    }

    /// Whether a node runs a program of this name.
    pub fn runs(&self, node: &str, program: &str) -> bool {
        self.processes(Some(node)).into_iter().any(|id| name(id).trim() == program)
    }

    /// A node goes down with all that runs on it: its daemon, the ones above its jobs, and the jobs. How many programs
    /// of jobs there were.
    pub fn pull_the_plug(&mut self, node: &str, daemon: usize) -> usize {
        let (_, slurmd) = &mut self.daemons[daemon];
        slurmd.kill().unwrap();
        slurmd.wait().unwrap();
        let jobs = self.processes(Some(node));
        let above = jobs.iter().filter_map(|id| parent(*id)).filter(|id| name(*id).starts_with("slurmstepd"));
        let above: Vec<u32> = above.collect();
        above.iter().chain(&jobs).for_each(|id| kill(*id));
        jobs.len()
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        for (_, daemon) in self.daemons.iter_mut().rev() {
            let _ = daemon.kill();
            let _ = daemon.wait();
        }
        self.processes(None).into_iter().filter(|id| *id != std::process::id()).for_each(kill);
    }
}

fn kill(id: u32) {
    let _ = Command::new("kill").args(["-KILL", &id.to_string()]).stderr(Stdio::null()).status();
}

fn parent(id: u32) -> Option<u32> {
    let status = fs::read_to_string(format!("/proc/{id}/status")).ok()?;
    status.lines().find_map(|line| line.strip_prefix("PPid:"))?.trim().parse().ok()
}

fn name(id: u32) -> String {
    fs::read_to_string(format!("/proc/{id}/comm")).unwrap_or_default()
}

/// Waits until something holds, for two minutes.
///
/// # Panics
/// It never does.
pub fn eventually(what: &str, mut holds: impl FnMut() -> bool) {
    let start = Instant::now();
    while !holds() {
        assert!(start.elapsed() < Duration::from_secs(120), "never: {what}");
        std::thread::sleep(Duration::from_millis(100));
    }
}
