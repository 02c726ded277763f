import { expect, test } from 'vitest';
import { ATTRIBUTE_NUMBERS } from './attribute-names.ts';

/** In the order of their numbers, starting at 1: stored rows refer to them. */
const STORED = `
ignition odometer fuel externalVoltage batteryVoltage charging moving activity temperature1 event
hdop statusBits alarmBits gnss cell load armed fuelCut differential blindSpot uploadReason
recorderSpeed alarmEventId tyrePressure overspeedAreaType overspeedAreaId areaType areaId
areaDirection roadId roadTime roadTimeResult videoAlarmBits videoLostBits videoCoveredBits
storageFaultBits drivingBits fatigue signals sleep ioBits analog1 analog2 signalStrength
outOfService coordinatesEncrypted circuitCut doorsLocked door1Open door2Open door3Open door4Open
door5Open alarmCode language fence type alarmNames cells cellSignal wifi iccid imei imsi
temperature2 temperature3 temperature4 temperature5 temperature6 temperature7 temperature8 humidity1
acceleration text doorOpen input1 input2 illuminance airPressure workMode positioningMode lockStatus
softwareVersion vin driver steps driverUniqueId batteryLevel extra tamper inputs outputs travelTime
portStatus alarmState result satellitesVisible card networkType
`;

test('keeps the numbers that stored rows refer to', () => {
  const stored = STORED.trim().split(/\s+/);
  expect(stored.map((name) => ATTRIBUTE_NUMBERS[name])).toEqual(stored.map((_, at) => at + 1));
});

test('has a unique number for each name', () => {
  const numbers = Object.values(ATTRIBUTE_NUMBERS);
  expect(new Set(numbers).size).toBe(numbers.length);
});
