// Unpacks Zstandard, which browsers cannot do themselves. Loaded by log.js for the logs that are packed so.
export { decompress } from "fzstd";
