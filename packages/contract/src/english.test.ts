import { expect, test } from 'vitest'
import { inEnglish } from './english.ts'
import { labels } from './facts/labels.ts'
import { sentences } from './facts/sentences.ts'

const HAN = /[\p{Script=Han}（），：；、「」]/u
const gapsOf = (text: string) => [...new Set(text.match(/\{\w+\}/g))].sort()
/** With something in each gap. */
const filled = (text: string) => text.replaceAll(/\{(\w+)\}/g, '$1')

test('no English holds a Chinese word or mark, and each has the gaps of its Chinese', () => {
  expect(Object.values(labels).filter((en) => HAN.test(en))).toEqual([])
  for (const [zh, en] of Object.entries(sentences)) {
    expect(en).not.toMatch(HAN)
    expect(gapsOf(en), en).toEqual(gapsOf(zh))
  }
})

test('each sentence is found by itself: what is more general does not stand before it', () => {
  const unlike = Object.entries(sentences).filter(
    ([zh, en]) => inEnglish(filled(zh)) !== filled(en),
  )
  expect(unlike).toEqual([])
})

test.each([
  ['用户名', 'User name'],
  ['请输入用户名', 'User name is required'],
  ['昵称最多20个字符', 'Nickname must have at most 20 characters'],
  ['地区第2项最多20个字符', 'Area, item 2 must have at most 20 characters'],
  ['地区数量须在0-20之间', 'Area: 0 to 20 of them'],
  ['直播间不存在', 'Room: there is none'],
  [
    '李四刚刚保存过此账号，请核对后重新提交',
    '李四 has just saved this account; look again and submit',
  ],
  [
    '他人刚刚保存过此分组，请核对后重新提交',
    'Somebody else has just saved this group; look again and submit',
  ],
  ['「编辑直播间」需要先有「查看直播间」', '“Edit rooms” needs “View rooms” first'],
  [
    'PC「公会」离线，直播可能已中断，请检查电源和网络',
    'PC “公会” is offline and may be off air; check its power and network',
  ],
  ['应在直播，客户端已就绪', 'Should be on air; the PC says: Ready'],
  ['运营开播（王五）', 'Started by an operator (王五)'],
  [
    '开播检查未通过：直播账号（账号「夜谈」已停用）、PC在线（离线）',
    'Checks not passed: Live account (The account “夜谈” is disabled), PC online (Offline)',
  ],
  ['负责人 · 昵称', 'Owner · Nickname'],
  ['片段 · 第2项 · 内容', '片段 · item 2 · Text'],
])('%s: %s', (zh, en) => {
  expect(inEnglish(zh)).toBe(en)
})

test.each(['', 'PC 7', '夜谈', '{name}', '$&'])(
  '%j is nobody’s sentence and stays as it is',
  (text) => {
    expect(inEnglish(text)).toBe(text)
  },
)
