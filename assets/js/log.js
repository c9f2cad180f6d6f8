// Prints a line of a log with the lines around it. The logs of a run travel as one tar.gz, which is unpacked here.

const form = document.querySelector("form[data-log]");
const view = document.querySelector("[data-log-view]");
const status = document.querySelector("[data-log-status]");
const AROUND = 8;
const BLOCK = 512;
const NAME = /^(?:data\/)?runs\/((?:[\w.+~-]+\/){2}([\w.+~-]+))\/(.+)$/;

/** The bytes, unpacked where they are gzip: some hosts have unpacked an archive already. */
async function unzipped(bytes) {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** The text of a log; null where it is packed in a way that cannot be undone here. */
async function textOf(name, bytes) {
  if (name.endsWith(".xz")) return null;
  const plain = name.endsWith(".zst") ? (await import(form.dataset.zstd)).decompress(bytes) : await unzipped(bytes);
  return new TextDecoder().decode(plain);
}

/** The files of a tar archive by their names below its folder. */
function files(bytes) {
  const found = new Map();
  const text = (start, length) => new TextDecoder().decode(bytes.subarray(start, start + length)).replace(/\0.*$/s, "");
  for (let at = 0; at + BLOCK <= bytes.length && text(at, 1); ) {
    const size = parseInt(text(at + 124, 12), 8);
    const prefix = text(at + 345, 155);
    const name = (prefix ? `${prefix}/` : "") + text(at, 100);
    if (text(at + 156, 1) === "0") found.set(name.slice(name.indexOf("/") + 1), bytes.subarray(at + BLOCK, at + BLOCK + size));
    at += BLOCK * (1 + Math.ceil(size / BLOCK));
  }
  return found;
}

async function hash(bytes) {
  // Only pages that came by TLS, or from this machine, may compute one.
  if (!crypto.subtle) return "";
  const digest = await crypto.subtle.digest("SHA-256", bytes);
  return [...new Uint8Array(digest)].map(each => each.toString(16).padStart(2, "0")).join("");
}

/** Shows the hash that the archive lists, and whether it is that of the bytes. */
async function verify(name, found) {
  const sums = new TextDecoder().decode(found.get("SHA256SUMS"));
  const listed = sums.split("\n").find(line => line.slice(66) === name)?.slice(0, 64) ?? "";
  const computed = await hash(found.get(name));
  view.querySelector(".hash").textContent = listed;
  view.querySelector("[data-log-check]").textContent = computed && (computed === listed ? form.dataset.verified : form.dataset.differs);
}

/** Lines `from` to `to` with those around them; an empty range shows the beginning. */
function print(text, from, to) {
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  const list = view.querySelector("ol");
  const first = Math.max(1, from - AROUND);
  const last = Math.min(lines.length, to + AROUND);
  list.replaceChildren();
  for (let number = first; number <= last; number += 1) {
    const item = document.createElement("li");
    item.value = number;
    item.append(Object.assign(document.createElement("code"), { textContent: lines[number - 1] }));
    if (from <= number && number <= to) item.className = "here";
    list.append(item);
  }
  status.textContent = (from > lines.length ? form.dataset.short.replace("%n", lines.length)
    : form.dataset.shown.replace("%from", first).replace("%last", last).replace("%total", lines.length));
}

function lead(run, file) {
  const trial = file.match(/^trials\/(\d+)\//);
  const commit = view.querySelector("[data-log-commit]");
  view.querySelector("[data-log-run]").href = `${form.dataset.runs}${run}/${trial ? `#trial-${trial[1]}` : ""}`;
  view.querySelector("[data-log-archive]").href = `${form.dataset.archives}${run}.tar.gz`;
  commit.hidden = !form.dataset.repository;
  commit.href = `${form.dataset.repository}runs/${run}/${file}`;
}

async function show(name, range) {
  const match = name.match(NAME);
  status.textContent = "";
  if (!match || name.includes("..")) return void (status.textContent = form.dataset.missing);
  const [, run, , file] = match;
  const response = await fetch(`${form.dataset.archives}${run}.tar.gz`);
  const found = response.ok ? files(await unzipped(new Uint8Array(await response.arrayBuffer()))) : new Map();
  if (!found.has(file)) return void (status.textContent = form.dataset.missing);
  const [from, to = from] = range.split("-").map(Number);
  view.querySelector("h2").textContent = `${file}${range ? `:${range}` : ""}`;
  const text = await textOf(file, found.get(file));
  view.querySelector(".log-lines").hidden = text === null;
  if (text === null) status.textContent = form.dataset.packed;
  else print(text, from || 0, to || 40);
  lead(run, file);
  await verify(file, found);
  view.hidden = false;
}

const wanted = new URLSearchParams(location.search);
form.hidden = false;
for (const name of ["file", "line"]) form.elements.namedItem(name).value = wanted.get(name) ?? "";
if (wanted.get("file")) {
  show(wanted.get("file"), wanted.get("line") ?? "").catch(error => {
    console.error(error);
    status.textContent = form.dataset.failed;
  });
}
