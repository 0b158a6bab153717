import type { Config } from './config.ts'

interface Started {
  url: string
  config: Config
  /** On the first start: the administrator, and the password if it was made up. */
  admin: { username: string; generated: string | undefined } | undefined
}

/** What a person has to know once the server runs: the last that a start prints. */
export function startText({ url, config, admin }: Started): string {
  const lines = [
    `开播已启动：${url}`,
    ...(admin ? [`用户名：${admin.username}`, passwordText(admin.generated)] : []),
    `数据目录：${config.dataDir}`,
    ...(config.databaseUrl ? ['数据库：PostgreSQL（DATABASE_URL）'] : []),
    '停止：按 Ctrl+C',
  ]
  return `\n${lines.map((line) => `  ${line}`).join('\n')}\n`
}

export const passwordText = (generated: string | undefined): string =>
  generated === undefined
    ? '密码：由 KAIBO_ADMIN_PASSWORD 设定'
    : `初始密码（只显示这一次）：${generated}`
