import { expect, test } from 'vitest'
import { person } from './person.fixture.ts'
import { canWith } from './rights.ts'
import { currentSession, rememberActions, signIn } from './session.ts'

test('a missing right is explained in both languages', () => {
  signIn('t1', person)
  rememberActions(['room.play'])
  expect(canWith(currentSession(), 'room.play')).toBe(true)
  expect(canWith(currentSession(), 'room.imme')).toEqual({
    zh: '没有紧急停播权限（room.imme），请联系管理员',
    en: 'No right to emergency stop (room.imme); ask an administrator',
  })
})
