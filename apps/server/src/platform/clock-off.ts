import { words, type Words } from '@kaibo/contract/kernel/words.ts'

/** A clock that is further off is wrong. */
const CLOCK_OFF_MS = 2_000

export const isClockOff = (ahead: number): boolean => Math.abs(ahead) > CLOCK_OFF_MS

/** What to do about a clock that is wrong. */
export function clockWords(ahead: number): Words {
  const seconds = Math.round(Math.abs(ahead) / 100) / 10
  return ahead > 0
    ? words(
        `本机时钟比数据库快${seconds}秒，请校准时间`,
        `This machine’s clock is ${seconds} s ahead of the database’s; set it`,
      )
    : words(
        `本机时钟比数据库慢${seconds}秒，请校准时间`,
        `This machine’s clock is ${seconds} s behind the database’s; set it`,
      )
}
