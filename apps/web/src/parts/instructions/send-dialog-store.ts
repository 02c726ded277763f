import { INSTRUCTION_ROLES } from '@wakeline/contract/roles';
import { create } from 'zustand';
import { onUserDataCleared, useSession } from '../../service/session.ts';
import type { DeviceSelection } from '../devices/device-selection.ts';

interface SendDialogState {
  /** The devices of the open dialog; null: closed. */
  readonly selection: DeviceSelection | null;
}

/** The dialog that sends an instruction to given devices; the shell renders it. */
export const useSendDialog = create<SendDialogState>(() => ({ selection: null }));

export function openSendDialog(selection: DeviceSelection): void {
  useSendDialog.setState({ selection });
}

export function closeSendDialog(): void {
  useSendDialog.setState({ selection: null });
}

onUserDataCleared(closeSendDialog);

/** Whether the user's functions include the instructions. */
export function useSeesInstructions(): boolean {
  const { roles } = useSession();
  return roles.some(({ name }) => INSTRUCTION_ROLES.some((role) => role === name));
}

/** Whether the user may send instructions. */
export function useSendsInstructions(): boolean {
  const { permission } = useSession();
  return useSeesInstructions() && permission !== 'viewer';
}
