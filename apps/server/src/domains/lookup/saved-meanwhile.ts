import { conflict, type Fault } from '#platform/fault.ts'

/**
 * 1006 for who saves what somebody else has saved since they opened it, with the row as it is now: the form lays both side
 * by side.
 */
export const savedMeanwhile = (
  what: '账号' | '分组' | '公会' | '直播间',
  row: { updated_by: string | null },
): Fault => conflict(`${row.updated_by ?? '他人'}刚刚保存过此${what}，请核对后重新提交`, row)
