import type { InstructionFailure, InstructionState } from '@wakeline/domain/instructions/instruction-state';
import type { Language } from './entities/user-config.ts';

type Texts<Name extends string> = Readonly<Record<Language, Readonly<Record<Name, string>>>>;

/** The four states that people see: `received` also waits for a receipt. */
export const INSTRUCTION_STATE_TEXTS: Texts<InstructionState> = {
  zh_CN: {
    waiting: '等待发送',
    sent: '等待回执',
    received: '等待回执',
    succeeded: '发送成功',
    failed: '发送失败',
  },
  en_US: {
    waiting: 'Waiting to send',
    sent: 'Waiting for receipt',
    received: 'Waiting for receipt',
    succeeded: 'Sent successfully',
    failed: 'Failed',
  },
};

/** Why an instruction failed. */
export const INSTRUCTION_FAILURE_TEXTS: Texts<InstructionFailure> = {
  zh_CN: {
    expired: '设备未在有效期内上线',
    'no-receipt': '设备没有回执',
    'unknown-arrival': '未知是否送达',
    rejected: '设备拒绝执行',
    'not-supported': '设备不支持该功能',
    malformed: '设备无法识别该指令',
    'not-encodable': '设备无法接受该参数值',
    unrecognized: '设备的回复不是型号中设定的回执文本',
    recalled: '已撤回',
    transferred: '设备已转移到其他账号',
    'no-phone': '设备没有可接收短信的卡号',
    'no-gateway': '服务器未配置短信网关',
    'gateway-refused': '短信网关未接受该短信',
  },
  en_US: {
    expired: 'The device did not connect in time',
    'no-receipt': 'No receipt from the device',
    'unknown-arrival': 'Not known whether it arrived',
    rejected: 'Rejected by the device',
    'not-supported': 'The device does not support this feature',
    malformed: 'The device could not read it',
    'not-encodable': 'The device cannot take these values',
    unrecognized: 'The answer of the device is none that its model expects',
    recalled: 'Recalled',
    transferred: 'The device was transferred to another account',
    'no-phone': 'The device has no card number for text messages',
    'no-gateway': 'The server has no gateway for text messages',
    'gateway-refused': 'The gateway did not accept the text message',
  },
};
