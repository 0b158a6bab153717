/** What the server compares with `MIN_AGENT_VERSION`. */
export const AGENT_VERSION = '0.1.0'
