/** What the server compares with `MIN_AGENT_VERSION`. */
export const AGENT_VERSION = '0.1.0'

export const CAPABILITIES = [
  'source.simulator',
  'source.replay',
  'source.bilibili',
  'source.push',
  'command.room.reset',
]
