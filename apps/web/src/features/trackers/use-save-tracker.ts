import { useMutation } from '@tanstack/react-query';
import { useClient } from '../../service/client.ts';
import { type TrackerFields, toPayload } from './tracker-fields.ts';

interface Save {
  /** Null: a new device. */
  readonly trackerId: number | null;
  readonly fields: TrackerFields;
}

/** Registers or edits a device and returns its id. The live connection updates every console. */
export function useSaveTracker() {
  const client = useClient();
  return useMutation({
    async mutationFn({ trackerId, fields }: Save): Promise<number> {
      if (trackerId === null) return (await client.call('addTracker', toPayload(fields))).trackerId;
      await client.call('editTracker', { trackerId, ...toPayload(fields) });
      return trackerId;
    },
  });
}
