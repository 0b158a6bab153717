import type { Reason } from '@kaibo/contract/talk/talk.enums.ts'
import type { CooldownGate } from './cooldown.ts'
import type { Frame } from './frame.ts'
import type { CompiledNode } from './program.ts'
import { ERROR, FALSE } from './truth.ts'

/** Keeps the draw of a node's probability apart from its other draws. */
const PROBABILITY = 1

/** Asks the node's gates in their order; answers the one that stops the event, or nothing. */
export const passGates = (node: CompiledNode, frame: Frame): Reason | undefined =>
  passHours(node, frame) ?? passCondition(node, frame) ?? passUse(node, frame)

/** The gates that are asked once more at the end of a cooldown: condition and chance let these events pass already. */
export const passGatesAgain = (node: CompiledNode, frame: Frame): Reason | undefined =>
  passHours(node, frame) ?? passUse(node, frame)

function passHours(node: CompiledNode, frame: Frame): Reason | undefined {
  if (!node.enabled) return stopped('OFF', node, frame)
  if (node.isActive && !node.isActive(frame.now)) return stopped('WINDOW', node, frame)
  return undefined
}

function passCondition(node: CompiledNode, frame: Frame): Reason | undefined {
  const { state } = frame
  if (node.when) {
    if (state.isBroken(node.key, node.seed)) return stopped('ERROR', node, frame)
    const truth = node.when(frame)
    state.tried(node.key, node.seed, truth !== ERROR)
    if (truth === FALSE) return stopped('COND', node, frame)
    if (truth === ERROR) return stopped('ERROR', node, frame)
  }
  if (node.probability !== undefined) {
    const draw = frame.chance(node.seed, PROBABILITY).next()
    if (draw >= node.probability) return stopped('PROB', node, frame)
  }
  return undefined
}

/** Mutex, limit and cooldown: what earlier answers use up. */
function passUse(node: CompiledNode, frame: Frame): Reason | undefined {
  const { state, now, mutexes } = frame
  if (node.mutex !== undefined && mutexes.has(node.mutex)) return stopped('MUTEX', node, frame)
  if (node.limit && state.used(node.key, node.limit.per, now) >= node.limit.max) {
    return stopped('LIMIT', node, frame)
  }
  return node.cooldown && passCooldown(node.cooldown, node, frame)
}

function passCooldown(
  cooldown: CooldownGate,
  { path }: CompiledNode,
  frame: Frame,
): Reason | undefined {
  const running = cooldown.running(frame)
  if (!running) return undefined
  const left_ms = running.until - frame.now
  frame.recorder?.add({ kind: 'gate', path, gate: 'COOLDOWN', key: cooldown.who(frame), left_ms })
  return 'COOLDOWN'
}

function stopped(gate: Reason, node: CompiledNode, frame: Frame): Reason {
  frame.recorder?.add({ kind: 'gate', path: node.path, gate })
  return gate
}

/** Books what the node's firing uses up. */
export function reserve(node: CompiledNode, frame: Frame): void {
  const { state, now } = frame
  if (node.mutex !== undefined) frame.mutexes.add(node.mutex)
  if (node.limit) state.use(node.key, node.limit.per, now)
  node.cooldown?.start(frame)
}
