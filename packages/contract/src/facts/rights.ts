/** Every permission code, `<domain>.<act>`. A call's line, a screen or a button can ask for no other. */
export const rights = [
  'account.add',
  'account.edit',
  'account.look',
  'account.manage',
  'account.operate',
  'audit.look',
  'commission.look',
  'commission.operate',
  'group.edit',
  'group.look',
  'group.operate',
  'income.look',
  'income.operate',
  'live-account.add',
  'live-account.look',
  'monitor.add',
  'org.add',
  'org.edit',
  'org.look',
  'org.operate',
  'room.add',
  'room.del',
  'room.edit',
  // No call declares it as its own: `room.stop` with `emergency` asks for it.
  'room.imme',
  'room.look',
  'room.operate',
  'room.play',
] as const

export type Right = (typeof rights)[number]
