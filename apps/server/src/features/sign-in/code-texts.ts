import type { Language } from '@wakeline/contract/entities/user-config';
import { LIMITS } from '@wakeline/contract/limits';
import { CODE_TYPES } from '@wakeline/contract/sign-in';
import type { CodeType } from '../../identity/codes.ts';

const MINUTES = LIMITS.codeTtlSeconds / 60;

const PURPOSE: Readonly<Record<CodeType, Readonly<Record<Language, string>>>> = {
  [CODE_TYPES.login]: { zh_CN: '登录', en_US: 'to sign in' },
  [CODE_TYPES.registration]: { zh_CN: '注册', en_US: 'to register' },
  [CODE_TYPES.recovery]: { zh_CN: '找回密码', en_US: 'to set a new password' },
  [CODE_TYPES.bindPhone]: { zh_CN: '绑定手机', en_US: 'to bind this phone' },
};

/** The text message with a code, signed with the system's name as Chinese operators ask for: 【name】. */
export function codeText(sysName: string, type: CodeType, code: string, language: Language): string {
  const purpose = PURPOSE[type][language];
  if (language === 'zh_CN') {
    return `【${sysName}】您的${purpose}验证码是${code}，${MINUTES}分钟内有效。请勿泄露给他人。`;
  }
  return `[${sysName}] Your code ${purpose} is ${code}. It is valid for ${MINUTES} minutes. Do not share it.`;
}

/** The text message for a registration with a number that already has an account. */
export function phoneTakenText(sysName: string, language: Language): string {
  return language === 'zh_CN'
    ? `【${sysName}】该手机号已有账号，请直接登录；忘记密码可在登录页找回。`
    : `[${sysName}] This number already has an account. Sign in, or reset the password on the sign-in page.`;
}
