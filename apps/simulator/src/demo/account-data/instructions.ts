import type { InstructionParameters } from '@wakeline/contract/instructions';
import type { InstructionName } from '@wakeline/domain/instructions/catalogue';

interface Instruction {
  readonly instruction: InstructionName;
  readonly parameters: InstructionParameters;
}

/** One instruction for each of these devices, by name. */
export const INSTRUCTIONS: readonly (Instruction & { readonly device: string })[] = [
  { device: '公交 1路 1号车', instruction: 'heartbeat', parameters: { interval: 180 } },
  { device: '公交 机场专线 1号车', instruction: 'readParameters', parameters: {} },
  { device: '桂CA8861 冷链', instruction: 'overspeed', parameters: { speed: 80, seconds: 10 } },
  // It has a camera and sends a photo.
  { device: '桂CB2075', instruction: 'photo', parameters: { channel: 1 } },
  // The watch answers with a voice message.
  { device: '外婆的手表', instruction: 'textMessage', parameters: { text: '到码头了吗？' } },
  // It sends its receipts after 20 seconds.
  { device: 'Cold chain 3', instruction: 'locate', parameters: {} },
  // It rejects instructions.
  { device: '桂CF6620 危化', instruction: 'overspeed', parameters: { speed: 60, seconds: 10 } },
  { device: '外卖 小韦', instruction: 'readParameters', parameters: {} },
  // Its model has the text of this instruction.
  { device: '集装箱 CX-40', instruction: 'workingMode', parameters: { mode: 'sleep' } },
  // It never connects.
  { device: '备用追踪器', instruction: 'heartbeat', parameters: { interval: 300 } },
];

export const INSTRUCTION_TEMPLATES: readonly (Instruction & { readonly templateName: string })[] = [
  {
    templateName: '市区限速 City limit',
    instruction: 'overspeed',
    parameters: { speed: 60, seconds: 10 },
  },
  {
    templateName: '省电上报 Power saving',
    instruction: 'reportInterval',
    parameters: { moving: 60, stationary: 1_800 },
  },
];
