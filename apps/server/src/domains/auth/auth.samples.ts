import { TEST_PASSWORD } from '@kaibo/testkit/build/account.build.ts'
import { nothing, type DomainSamples, type Sample } from '@kaibo/testkit/rights.ts'

const proof: Sample = { ...nothing, input: () => ({ password: TEST_PASSWORD }) }
/** The matrix does not know the ids of logins: there are none but the caller's. */
const onDevice: Sample = { ...nothing, input: () => ({ id: 'none' }), code: 1005 }

export const authSamples: DomainSamples = {
  rows: 'has none of its own',
  calls: {
    // A public call is reached without a login, and says what it lacks.
    'auth.login': { ...nothing, code: 1001 },
    'auth.info': nothing,
    'auth.menus': nothing,
    'auth.actions': nothing,
    'auth.logout': nothing,
    'auth.editSelf': { ...nothing, input: () => ({ nickname: '我' }) },
    'auth.otpBegin': proof,
    // Nothing has been offered yet, and nothing is bound.
    'auth.otpConfirm': { ...nothing, input: () => ({ otp: '000000' }), code: 1006 },
    'auth.otpCodes': { ...proof, code: 1006 },
    'auth.otpRemove': proof,
    'auth.devices': nothing,
    'auth.revoke': onDevice,
    'auth.knowDevice': onDevice,
  },
}
