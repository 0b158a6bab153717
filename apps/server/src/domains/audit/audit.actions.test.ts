import { expect, test } from 'vitest'
import { endpoints } from '@kaibo/contract/registry.ts'
import { createActions, nameNow, namesOf } from './audit.actions.ts'

const { called, all } = createActions(endpoints)

test('a row is called as its line in the contract says, under a former name too', () => {
  expect(called('org.add')).toEqual({ zh: '新增公会', en: 'Added a guild' })
  expect(called('room.stop_reason')).toEqual(called('room.stopReason'))
  expect(called('gone.away').zh).toBe('gone.away')
})

test('who looks for one finds the rows of its former name', () => {
  expect(namesOf('room.stopReason')).toEqual(['room.stopReason', 'room.stop_reason'])
  expect(namesOf('org.add')).toEqual(['org.add'])
})

test('a former name leads to a call that stands', () => {
  const names = all().map(([name]) => name)
  for (const former of ['room.stop_reason', 'monitor.enrol_code', 'monitor.public_address'])
    expect(names).toContain(nameNow(former))
})
