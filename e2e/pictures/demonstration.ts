import type { Browser } from 'playwright-core'
import { accountApi } from '@kaibo/contract/account/account.api.ts'
import { commissionApi } from '@kaibo/contract/commission/commission.api.ts'
import { IsOrNot } from '@kaibo/contract/facts/enums.ts'
import { orgApi } from '@kaibo/contract/org/org.api.ts'
import { roomApi } from '@kaibo/contract/room/room.api.ts'
import { talkApi } from '@kaibo/contract/talk/talk.api.ts'
import { login, see } from '@kaibo/testkit/browser.ts'
import { loginOver } from '@kaibo/testkit/client.ts'
import { ADMIN_PASSWORD, startServer } from '@kaibo/testkit/process.ts'
import { inEachLook, settled } from './take.ts'

/** The demonstration's rooms go on air one after the other. */
const ON_AIR_MS = 45_000

const SCREENS = {
  talk: { path: '/talk/list', sign: '默认话术' },
  asset: { path: '/digital/asset', sign: '小开' },
  voice: { path: '/voice', sign: '1 号端口' },
  voicemodel: { path: '/voicemodel', sign: '内置语音' },
  'live-account': { path: '/live/account', sign: '小鹿同学' },
  sms: { path: '/live/account/sms', sign: '验证码' },
  system: { path: '/system', sign: '后台任务' },
  income: { path: '/income/live', sign: '每日流水' },
  account: { path: '/account', sign: '林夏' },
  group: { path: '/group', sign: '财务' },
  backaccount: { path: '/backaccount/list', sign: '晨星回收一号' },
  org: { path: '/sociatyAccount', sign: '星河公会' },
  audit: { path: '/account/audit', sign: '新增账号' },
  nowhere: { path: '/nowhere', sign: '404' },
}

/** Each screen of the demonstration but its rooms. */
export async function takeDemonstration(browser: Browser): Promise<void> {
  const server = await startServer({ KAIBO_DEMO: '1' })
  try {
    const admin = await loginOver(server.url, 'admin', ADMIN_PASSWORD)
    const password = 'three bridges 26'
    for (const [username, nickname, group] of [
      ['linxia', '林夏', 'operator'],
      ['chenmo', '陈默', 'finance'],
    ] as const)
      await admin.call(accountApi.add, { username, nickname, password, group_ids: [group] })
    const owner = { username: 'xinghe', password, nickname: '周会长' }
    await admin.call(orgApi.add, { name: '星河公会', share_rate: 4_550, areas: ['华东'], ...owner })
    const studio = { username: 'chenxing', password, nickname: '许老师' }
    const { id: studio_id } = await admin.call(orgApi.add, {
      name: '晨星工作室',
      areas: ['华南'],
      is_studio: IsOrNot.is,
      ...studio,
    })
    await admin.call(commissionApi.saveAccount, {
      name: '晨星回收一号',
      holder: '许晨',
      bank: '招商银行深圳分行',
      account_no: '6225 8801 2345 6789',
      studio_id,
    })
    await new Promise((resolve) => setTimeout(resolve, ON_AIR_MS))

    const { list: rooms } = await admin.call(roomApi.list, { keyword: '老周' })
    const { list: sets } = await admin.call(talkApi.list, { keyword: '默认' })
    const room_code = rooms[0]?.room_code ?? ''
    const ofOne = {
      edit: { path: `/digital/edit/${room_code}`, sign: '在画布或列表中选择一个图层' },
      plan: { path: `/digital/plan/${room_code}`, sign: '晚间场' },
      rule: { path: `/talk/rule/${sets[0]?.rule_id ?? ''}`, sign: '开播问候' },
    }

    const looks = { widths: [1440, 390], themes: ['light'] } as const
    await inEachLook(browser, server.url, looks, async (page, take) => {
      await page.goto('/login')
      await see(page.getByRole('button', { name: '登录' }))
      await take('login')
      await login(page, 'admin', ADMIN_PASSWORD)
      // Each browser here is a new machine to the one before.
      const mine = page.getByRole('button', { name: '是我' })
      await mine.click({ timeout: 3_000 }).catch(() => undefined)
      for (const [name, { path, sign }] of Object.entries({ ...SCREENS, ...ofOne })) {
        await page.goto(path)
        await see(page.getByText(sign))
        await settled(page)
        await take(name)
      }
    })
  } finally {
    await server.dispose()
  }
}
