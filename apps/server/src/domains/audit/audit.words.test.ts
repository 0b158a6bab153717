import { expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { bare } from '@kaibo/contract/kernel/field.ts'
import { endpoints } from '@kaibo/contract/registry.ts'
import { NOT_OF_THE_ROW } from './audit.changes.ts'
import { createFieldNames } from './audit.words.ts'

const nameOf = createFieldNames(endpoints)
const label = (action: string, ...path: (string | number)[]) => nameOf(action, path).label.zh

test('a field is called as the form of its own call calls it', () => {
  expect(label('group.save', 'name')).toBe('分组名称')
  expect(label('org.edit', 'name')).toBe('公会名称')
  expect(label('room.stop', 'mode')).toBe('停播方式')
  expect(label('account.add', 'password')).toBe('初始密码')
})

test('else as another call of its domain does, else as any does', () => {
  expect(label('account.enable', 'nickname')).toBe('昵称')
  expect(label('room.stop', 'actor')).toBe(label('room.update', 'actor'))
  expect(label('auth.editSelf', 'area')).toBe('地区')
})

test('in a list and in an object too', () => {
  expect(label('auth.editSelf', 'preferences', 'theme')).toBe('主题')
  expect(nameOf('org.edit', ['areas']).schema).toBeDefined()
  expect(nameOf('gone.away', ['areas']).schema).toBeUndefined()
})

/** What is made up for one answer, and facts that no row stores: they do not reach an audit row. */
const NOT_STORED = new Set(
  (
    'token secret uri recovery_codes push command lines n again attention preflight hash canary failed stage ' +
    'added by clipped confirmed editable end_at error error_en first_ms forwarder_path gateway last_at ms msg ' +
    'next next_plan number ok port push_path rms_db server silent sms_id total total_capped total_ms value'
  ).split(' '),
)

function keysOf(schema: z.core.$ZodType, depth = 0): string[] {
  const def = bare(schema)._zod.def as {
    shape?: Record<string, z.core.$ZodType>
    element?: z.core.$ZodType
  }
  if (def.element) return keysOf(def.element, depth)
  if (depth > 2) return []
  return Object.entries(def.shape ?? {}).flatMap(([key, field]) =>
    NOT_STORED.has(key) || NOT_OF_THE_ROW.has(key) ? [] : [key, ...keysOf(field, depth + 1)],
  )
}

test('no field of a row that a write answers is shown by its key', () => {
  const nameless = endpoints
    .filter((one) => one.audit)
    .flatMap(({ name, data }) =>
      keysOf(data).filter((key) => /[a-z]/.test(nameOf(name, [key]).label.zh)),
    )
  expect([...new Set(nameless)].sort()).toEqual([])
})
