import type { Scalar } from '@kaibo/contract/talk/operand.schema.ts'
import { clockTime } from './clock.ts'
import { fixed, inWan } from './number.ts'
import type { Scope } from './scope.ts'
import { TYPE_LABEL, type Term, type ValueType } from './term.ts'
import { cut, masked } from './text.ts'

type Filter = (value: Scalar | undefined) => Scalar | undefined

interface FilterFacts {
  takes: ValueType | 'both'
  gives: ValueType | 'same'
  /** What is wrong with the argument. */
  fault: (argument: string | undefined) => string | undefined
  make: (argument: string) => Filter
}

const whole = (least: number, most: number) => (argument: string | undefined) =>
  /^\d{1,3}$/.test(argument ?? '') && Number(argument) >= least && Number(argument) <= most
    ? undefined
    : `要填 ${least}-${most} 的整数`
const none = (argument: string | undefined) => (argument === undefined ? undefined : '不需要参数')
const some = (argument: string | undefined) => (argument ? undefined : '要填缺省的文字')

/** Filters other than `default` leave a missing value missing. */
const onNumber = (of: (value: number) => string): Filter => {
  return (value) => (typeof value === 'number' ? of(value) : value)
}
const onText = (of: (value: string) => string): Filter => {
  return (value) => (typeof value === 'string' ? of(value) : value)
}

const FILTERS: ReadonlyMap<string, FilterFacts> = new Map<string, FilterFacts>([
  [
    'cut',
    {
      takes: 'string',
      gives: 'string',
      fault: whole(1, 100),
      make: (argument) => onText((value) => cut(value, Number(argument))),
    },
  ],
  [
    'fixed',
    {
      takes: 'number',
      gives: 'string',
      fault: whole(0, 10),
      make: (argument) => onNumber((value) => fixed(value, Number(argument))),
    },
  ],
  [
    'default',
    {
      takes: 'both',
      gives: 'same',
      fault: some,
      make: (argument) => (value) => value ?? argument,
    },
  ],
  ['wan', { takes: 'number', gives: 'string', fault: none, make: () => onNumber(inWan) }],
  ['time', { takes: 'number', gives: 'string', fault: none, make: () => onNumber(clockTime) }],
  ['mask', { takes: 'string', gives: 'string', fault: none, make: () => onText(masked) }],
])

/** Compiles a chain of `name:argument` filters; each takes the value that the one before it gives. */
export function compileFilters(
  written: readonly string[],
  subject: Term,
  path: string,
  scope: Scope,
): Filter {
  const chain: Filter[] = []
  let type: Term['type'] = subject.type
  for (const text of written) {
    const [name = '', ...rest] = text.split(':')
    const argument = rest.length > 0 ? rest.join(':') : undefined
    const facts = FILTERS.get(name)
    if (!facts) {
      scope.report(path, `没有名为 ${name} 的过滤器`)
      continue
    }
    const fault = facts.fault(argument)
    if (fault) scope.report(path, `过滤器 ${name} ${fault}`)
    if (facts.takes !== 'both' && type !== 'any' && facts.takes !== type) {
      scope.report(path, `过滤器 ${name} 只能用于${TYPE_LABEL[facts.takes]}`)
    }
    if (facts.gives !== 'same') type = facts.gives
    chain.push(facts.make(argument ?? ''))
  }
  return (value) => chain.reduce((result, filter) => filter(result), value)
}
