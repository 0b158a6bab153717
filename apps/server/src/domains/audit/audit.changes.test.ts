import { describe, expect, test } from 'vitest'
import { endpoints } from '@kaibo/contract/registry.ts'
import { changesOf } from './audit.changes.ts'
import { createFieldNames } from './audit.words.ts'

const nameOf = createFieldNames(endpoints)
const changes = (action: string, before: unknown, after: unknown, lang: 'zh' | 'en' = 'zh') =>
  changesOf(before, after, { action, nameOf, lang })
const text = (field: string, label: string, before: string | null, after: string | null) => ({
  field,
  label,
  kind: 'text',
  before,
  after,
})

test('only what differs, by the label that the form gives it', () => {
  const before = { nickname: '王五', phone: '', area: '华东', version: 1, updated_at: 1 }
  const after = {
    nickname: '王小五',
    phone: '13800000000',
    area: '华东',
    version: 2,
    updated_at: 2,
  }
  expect(changes('account.edit', before, after)).toEqual([
    text('nickname', '昵称', '王五', '王小五'),
    text('phone', '手机号', null, '13800000000'),
  ])
})

test('what was made shows what it was made with, what was removed what it had; empty fields say nothing', () => {
  const row = { name: '夜谈', actor: '', pc: null, rooms: [], mode: 1 }
  expect(changes('room.create', undefined, row).map((one) => [one.field, one.after])).toEqual([
    ['name', '夜谈'],
    ['mode', expect.any(String)],
  ])
  expect(changes('room.delete', row, undefined).map((one) => [one.before, one.after])).toEqual([
    ['夜谈', null],
    [expect.any(String), null],
  ])
})

describe('values', () => {
  test('an enumeration by its label, in the language asked for', () => {
    const of = (lang: 'zh' | 'en') => changes('account.edit', { status: 0 }, { status: 1 }, lang)
    expect(of('zh')).toEqual([text('status', '状态', '正常', '停用')])
    expect(of('en')).toMatchObject([{ before: 'Active', after: 'Disabled' }])
    expect(changes('org.enable', undefined, { enabled: 0 })).toEqual([
      text('enabled', '状态', null, '停用'),
    ])
  })

  test('money, instants and shares say what they are; a yes is a word', () => {
    const after = { gift_fen: 1_250, expire_at: 1_772_000_000_000, share_rate: 4_550, wide: true }
    expect(changes('org.edit', undefined, after).map((one) => [one.kind, one.after])).toEqual([
      ['fen', '1250'],
      ['instant', '1772000000000'],
      ['rate', '4550'],
      ['text', '是'],
    ])
  })

  test('a value that the enumeration does not know stays itself', () => {
    expect(changes('account.edit', { status: 0 }, { status: 9 })).toMatchObject([{ after: '9' }])
  })
})

const set = (before: string[] | null, after: string[] | null) => ({
  before: before && JSON.stringify(before),
  after: after && JSON.stringify(after),
})
const groups = (...names: string[]) => ({ groups: names.map((name) => ({ id: name, name })) })
const rules = (...texts: string[]) => ({ rules: texts.map((one) => ({ text: one, at: 1 })) })

describe('lists', () => {
  test('of scalars are sets: what was taken out and what was put in, whatever the order', () => {
    const [actions, ...more] = changes(
      'group.save',
      { actions: ['room.look', 'room.play', 'x.y'], menus: ['account.list'] },
      { actions: ['room.edit', 'room.look', 'x.y'], menus: ['account.list'] },
    )
    expect(actions).toEqual({
      field: 'actions',
      label: '操作权限',
      kind: 'set',
      ...set(['直播间 · 开播与停播'], ['直播间 · 编辑']),
    })
    expect(more).toEqual([])
    expect(changes('org.edit', { areas: ['甲', '乙'] }, { areas: ['乙', '甲'] })).toEqual([])
    expect(changes('org.edit', { areas: ['甲'] }, { areas: [] })).toMatchObject([set(['甲'], null)])
  })

  test('of menu entries by their names', () => {
    const [menus] = changes('group.save', { menus: [] }, { menus: ['account.list', 'gone'] }, 'en')
    expect(menus).toMatchObject(set(null, ['Accounts', 'gone']))
  })

  test('of what has a name, by name', () => {
    expect(changes('account.edit', groups('运营', '财务'), groups('财务', '公会'))).toEqual([
      { field: 'groups', label: '分组', kind: 'set', ...set(['运营'], ['公会']) },
    ])
  })

  test('of anything else item by item', () => {
    expect(changes('room.update', rules('甲', '乙'), rules('甲', '丙'))).toMatchObject([
      { field: 'rules.1.text', label: expect.stringContaining('第2项'), before: '乙', after: '丙' },
    ])
  })
})

const org = (name: string, nickname: string) => ({
  org: { id: name, name },
  owner: { uid: 'u1', nickname },
})

test('objects are paths; what has a name is its name', () => {
  expect(changes('org.edit', org('甲', '王'), org('乙', '李'))).toEqual([
    text('org', '公会', '甲', '乙'),
    text('owner.nickname', '公会账号 · 昵称', '王', '李'),
  ])
})

test('an action of an earlier version is shown by the words there are', () => {
  expect(changes('gone.away', { name: '甲', odd: 1 }, { name: '乙', odd: 2 })).toEqual([
    text('name', expect.any(String) as string, '甲', '乙'),
    text('odd', 'odd', '1', '2'),
  ])
})
