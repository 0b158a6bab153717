import { Code } from '@kaibo/contract/facts/codes.ts'
import { words, type Lang } from '@kaibo/contract/kernel/words.ts'
import { systemApi } from '@kaibo/contract/system/system.api.ts'
import type { SystemPart } from '@kaibo/contract/system/system.schema.ts'
import type { Clock } from '#platform/clock.ts'
import { fault } from '#platform/fault.ts'
import { implement } from '#platform/http/implement.ts'
import type { Part } from './system.line.ts'
import type { System } from './system.state.ts'

export const systemRoutes = ({ parts }: Pick<System, 'parts'>, clock: Clock) =>
  implement(systemApi, {
    async state({ actor, origin: { lang } }) {
      if (actor.scope.kind !== 'all')
        throw fault(
          Code.forbidden,
          words(
            '只有全部数据范围的账号可以看到系统状态',
            'Only accounts that see all data see the state of the system',
          ),
        )
      return { at: clock.now(), parts: (await parts()).map((part) => saidIn(part, lang)) }
    },
  })

const saidIn = ({ key, title, lines }: Part, lang: Lang): SystemPart => ({
  key,
  title: title[lang],
  lines: lines.map(({ name, said, facts, ...one }) => ({
    ...one,
    name: name[lang],
    said: said[lang],
    facts: facts.map((each) => ({ name: each.name[lang], value: each.value[lang] })),
  })),
})
