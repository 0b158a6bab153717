import type { GatewayRow } from '@kaibo/contract/live-account/sms.schema.ts'

/** Where a gateway sends to: at the host by which the console was reached. */
export const addressesOf = ({
  forwarder_path,
  push_path,
}: Pick<GatewayRow, 'forwarder_path' | 'push_path'>) => ({
  forwarder: `${location.origin}${forwarder_path}`,
  push: `${location.origin}${push_path}`,
})
