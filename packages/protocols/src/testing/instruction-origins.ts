import type { InstructionName } from '@wakeline/domain/instructions/catalogue';

type Origins = Readonly<Partial<Record<InstructionName, string>>> & { readonly others: string };

const SZCS = '"JT/T808 Protocol for G10LS", remote parameters';
const G10LS_CONTROL = '"JT/T808 Protocol for G10LS", terminal control';
const DOCUMENTED_T622 = 'frame of "T622 GPRS Protocol" V1.2';
const FORMS_OF_T622 = 'table of "T622 GPRS Protocol" V1.2';
const GTRTO = '"GL300 @Track Air Interface Protocol" 1.02, AT+GTRTO';
const HUASUNTEK = '"GPS Tracker Communication Protocol" v1.0.5, section 4';
const T903 = 'manual of vjoycar T903';
const KX402 = '"KX402 GPRS Communication Protocol" 1.5, section 3';

/** Where the expected frames and texts of the tests by hand come from, by protocol. */
export const INSTRUCTION_ORIGINS: Readonly<Record<string, Origins>> = {
  jt808: {
    others: 'JT/T 808-2013 chapter 8',
    cutOil: G10LS_CONTROL,
    restoreOil: G10LS_CONTROL,
    arm: G10LS_CONTROL,
    disarm: G10LS_CONTROL,
    uploadFrequency: SZCS,
    sleepHeartbeat: SZCS,
    sleepInterval: SZCS,
    vibrationSensitivity: SZCS,
    led: SZCS,
    voiceRecord: SZCS,
  },
  gt06: { others: 'Concox GT06 v1.8.1 section 6, JM-VL03 v1.1.2, manuals of VT02S and EV02' },
  teltonika: {
    others: 'Teltonika Telematics Wiki, "FMB SMS/GPRS Commands" and "Parameter list"',
    readParameters: 'Teltonika Telematics Wiki, "Codec": frame of codec 12',
  },
  queclink: { others: GTRTO },
  meitrack: {
    others: FORMS_OF_T622,
    locate: DOCUMENTED_T622,
    heartbeat: DOCUMENTED_T622,
    uploadInterval: DOCUMENTED_T622,
    angleReport: DOCUMENTED_T622,
    workingMode: DOCUMENTED_T622,
    freeText: DOCUMENTED_T622,
    server: 'frame of "MVT GPRS Protocol" V1.8',
  },
  h02: {
    others: `protocol of SinoTrack; ${HUASUNTEK}`,
    server: HUASUNTEK,
    apn: HUASUNTEK,
    centreNumber: HUASUNTEK,
  },
  tk103: {
    others: KX402,
    locate: `${KX402}; ${T903}`,
    server: T903,
    powerOff: T903,
    centreNumber: T903,
    readParameters: T903,
    freeText: `${KX402}; ${T903}`,
  },
  watch: { others: '"GPRS Communication Protocol" 1.8, section 3' },
};
