import type { Action, SayAction } from '@kaibo/contract/talk/action.schema.ts'
import type { Scalar } from '@kaibo/contract/talk/operand.schema.ts'
import { DataType, VarCalcType } from '@kaibo/contract/facts/enums.ts'
import { TIME_OF_DAY } from '@kaibo/contract/kernel/zone.ts'
import { isFault } from './fault.ts'
import type { Frame } from './frame.ts'
import { compileSay, speak } from './say.ts'
import type { Scope } from './scope.ts'
import { compileTemplate } from './template.ts'

type Kind = Action['kind']
type Given<K extends Kind> = Omit<Extract<Action, { kind: K }>, 'kind'>

/** What an action does, with its values filled in. */
export type Deed =
  | { kind: 'say'; text: string; voice?: string | undefined; review?: true }
  | { kind: 'setVar'; key: string; op: 'set' | 'add'; value: Scalar }
  | ({ kind: 'alarm' } & Given<'alarm'>)
  | { kind: 'reply'; text: string }
  | { kind: 'cmd'; command: string; args: Scalar[] }
  | ({ kind: 'playAsset' } & Given<'playAsset'>)
  | ({ kind: 'cutIn' } & Given<'cutIn'>)
  | ({ kind: 'scene' } & Given<'scene'>)
  | ({ kind: 'stopLive' } & Given<'stopLive'>)
  | ({ kind: 'fansTask' } & Given<'fansTask'>)

/** A rendered action on its way. `effect_id` is the same however often the event is decided. */
export type Effect = Deed & { effect_id: number }

/** The node whose action is rendered. */
interface Of {
  readonly key: string
  readonly seed: number
}

export interface CompiledAction {
  render: (of: Of, frame: Frame, effect_id: number) => Effect | 'ERROR' | 'BLOCKED'
  /** Of a sentence: remembers that the pick which was rendered last left. */
  leave?: (key: string, frame: Frame) => void
}

export function compileAction(action: Action, path: string, scope: Scope): CompiledAction {
  switch (action.kind) {
    case 'say':
      return compileSentence(action, path, scope)
    case 'setVar':
      return { render: compileSetVar(action, path, scope) }
    case 'alarm':
      return written(action.text, path, scope, (text) => ({ ...action, text }))
    case 'reply':
      return written(action.template, path, scope, (text) => ({ kind: 'reply', text }))
    case 'cmd':
      return { render: compileCommand(action, path, scope) }
    case 'playAsset':
    case 'cutIn':
      checkFile(action, path, scope)
      return asItIs(action)
    case 'scene':
      checkLayers(action, path, scope)
      return asItIs(action)
    case 'stopLive':
      if (action.at !== undefined && !TIME_OF_DAY.test(action.at))
        scope.report(path, '停播时间须为HH:MM')
      return asItIs(action)
    default:
      return asItIs(action)
  }
}

const asItIs = (
  action: Extract<Action, { kind: 'playAsset' | 'cutIn' | 'scene' | 'stopLive' | 'fansTask' }>,
): CompiledAction => ({ render: (_, __, effect_id) => ({ effect_id, ...action }) })

/** The file is there, and can be played. */
function checkFile(
  { asset_id }: Extract<Action, { kind: 'playAsset' | 'cutIn' }>,
  path: string,
  { known, isLenient, report }: Scope,
): void {
  // What was published runs on; that the file is gone is told when it should play
  if (isLenient) return
  const asset = known.assets.get(asset_id)
  if (!asset) report(path, '素材不存在，或不能使用')
  else if (asset.plays === null) report(path, `素材“${asset.name}”不是声音或视频`)
}

function checkLayers(
  { show, hide, move = [] }: Extract<Action, { kind: 'scene' }>,
  path: string,
  { report }: Scope,
): void {
  const moved = move.map(({ layer }) => layer)
  if (show.length + hide.length + moved.length === 0) report(path, '没有选择图层')
  if (hide.includes(AI_LABEL_LAYER)) report(path, 'AI标识不能隐藏')
  if (moved.includes(AI_LABEL_LAYER)) report(path, 'AI标识不能移动')
  const twice = show.find((id) => hide.includes(id))
  if (twice !== undefined) report(path, `图层 ${twice} 又显示又隐藏`)
  const again = moved.find((id, index) => moved.indexOf(id) < index)
  if (again !== undefined) report(path, `图层 ${again} 移动了两次`)
}

/** What becomes of layers, in a line: + shows, - hides, → moves. */
export const layersTold = ({ show, hide, move = [] }: Given<'scene'>): string =>
  [
    ...show.map((id) => `+${id}`),
    ...hide.map((id) => `-${id}`),
    ...move.map(({ layer, x, y }) => `→${layer} ${x},${y}`),
  ].join(' ')

/** As scenes name it that nobody has arranged; whatever its name, it is painted. */
const AI_LABEL_LAYER = 'ai_label'

function compileSentence(action: SayAction, path: string, scope: Scope): CompiledAction {
  const say = compileSay(action, path, scope)
  const { voice } = action
  let pick = -1
  return {
    render: ({ key, seed }, frame, effect_id) => {
      const line = speak(say, key, seed, frame)
      if (typeof line === 'string') return line
      pick = line.pick
      return {
        effect_id,
        kind: 'say',
        ...line.passed,
        ...(voice !== undefined && { voice }),
      }
    },
    ...(say.noRepeat > 0 && {
      leave: (key: string, { state }: Frame) => state.remember(key, pick, say.noRepeat),
    }),
  }
}

function compileCommand(
  { command, args }: Extract<Action, { kind: 'cmd' }>,
  path: string,
  scope: Scope,
): CompiledAction['render'] {
  const terms = args.flatMap((arg) => scope.read(arg, path) ?? [])
  return (_, frame, effect_id) => {
    const values: Scalar[] = []
    for (const { index } of terms) {
      const value = frame.read(index)
      if (isFault(value)) return 'ERROR'
      const screened = typeof value === 'string' ? frame.allowed(value) : value
      if (screened === undefined) return 'BLOCKED'
      values.push(screened)
    }
    return { effect_id, kind: 'cmd', command, args: values }
  }
}

/** The purpose of these draws; a node's draws for other purposes are independent of them. */
const TEXT = 4

/** An action of which a text is read: as a sentence, it has to be free of forbidden words. */
function written(
  text: string,
  path: string,
  scope: Scope,
  deedOf: (text: string) => Deed,
): CompiledAction {
  const template = compileTemplate(text, path, scope)
  return {
    render: ({ seed }, frame, effect_id) => {
      const line = template(frame, frame.chance(seed, TEXT))
      if (line === undefined) return 'ERROR'
      const screened = frame.allowed(line)
      return screened === undefined ? 'BLOCKED' : { effect_id, ...deedOf(screened) }
    },
  }
}

function compileSetVar(
  { key, op, value }: Extract<Action, { kind: 'setVar' }>,
  path: string,
  scope: Scope,
): CompiledAction['render'] {
  const declared = scope.known.vars.get(key)
  const term = scope.read(value, path)
  if (!declared) scope.report(path, `没有名为 ${key} 的变量`)
  else if (declared.calc !== VarCalcType.common)
    scope.report(path, `变量“${declared.name}”是算出来的，不能改`)
  else if (declared.scope === 'global')
    scope.report(path, `变量“${declared.name}”由运营人员填写，不能改`)
  else {
    const type = declared.data_type === DataType.number ? 'number' : 'string'
    if (term && term.type !== 'any' && term.type !== type)
      scope.report(path, `${term.label}与变量“${declared.name}”的类型不符`)
    if (op === 'add' && type !== 'number')
      scope.report(path, `变量“${declared.name}”是文本，不能增减`)
  }
  return (_, frame, effect_id) => {
    const read = term ? frame.read(term.index) : undefined
    return read === undefined || isFault(read)
      ? 'ERROR'
      : { effect_id, kind: 'setVar', key, op, value: read }
  }
}
