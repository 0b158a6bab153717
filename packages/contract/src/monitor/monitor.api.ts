import { domain, get, post } from '../kernel/endpoint.ts'
import { PcEnrol, PcEnrolCode, PublicAddress, PublicAddressEdit } from './monitor.schema.ts'

export const monitorApi = domain('monitor', {
  enrolCode: post('/admin/v1/x/monit/pc/enrol_code', {
    input: PcEnrol,
    data: PcEnrolCode,
    can: 'monitor.add',
    audit: 'monitor.enrol_code',
    changes: ['lookup.pcs'],
  }),
  publicAddress: get('/admin/v1/x/monitor/public_address', {
    data: PublicAddress,
    can: 'monitor.add',
  }),
  /** For who sees all data: every PC of the installation is told to connect there. */
  editPublicAddress: post('/admin/v1/x/monitor/public_address/edit', {
    input: PublicAddressEdit,
    data: PublicAddressEdit,
    can: 'monitor.add',
    audit: 'monitor.public_address',
    changes: ['monitor.publicAddress'],
  }),
})
