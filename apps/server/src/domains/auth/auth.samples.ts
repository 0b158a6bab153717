import { TEST_PASSWORD } from '@kaibo/testkit/build/account.build.ts'
import { nothing, type DomainSamples, type Sample } from '@kaibo/testkit/rights.ts'

const proof: Sample = { ...nothing, input: () => ({ password: TEST_PASSWORD }) }
/** The matrix knows no id of another login of the caller, so it names one that does not exist. */
const onDevice: Sample = { ...nothing, input: () => ({ id: 'none' }), code: 1005 }

export const authSamples: DomainSamples = {
  rows: 'has none of its own',
  calls: {
    // A public call needs no login; without input it answers 1001.
    'auth.login': { ...nothing, code: 1001 },
    'auth.info': nothing,
    'auth.menus': nothing,
    'auth.actions': nothing,
    'auth.logout': nothing,
    'auth.editSelf': { ...nothing, input: () => ({ nickname: '我' }) },
    'auth.otpBegin': proof,
    // No second factor has been offered or bound.
    'auth.otpConfirm': { ...nothing, input: () => ({ otp: '000000' }), code: 1006 },
    'auth.otpCodes': { ...proof, code: 1006 },
    'auth.otpRemove': proof,
    'auth.devices': nothing,
    'auth.revoke': onDevice,
    'auth.knowDevice': onDevice,
  },
}
