import { domain, post } from '../kernel/endpoint.ts'
import { PcEnrol, PcEnrolCode } from './monitor.schema.ts'

export const monitorApi = domain('monitor', {
  enrolCode: post('/admin/v1/x/monit/pc/enrol_code', {
    input: PcEnrol,
    data: PcEnrolCode,
    can: 'monitor.add',
    audit: 'monitor.enrol_code',
  }),
})
