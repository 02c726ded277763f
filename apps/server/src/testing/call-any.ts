import type { ByteOperationName, Client } from '@wakeline/client/client';
import type { Operation } from '@wakeline/contract/operation';
import { OPERATIONS, type OperationName } from '@wakeline/contract/operations';

/** Calls any operation and reads a result of bytes to its end. Fails like `Client.call`. */
export async function callAny(client: Client, name: OperationName, payload: object): Promise<void> {
  const operation: Operation = OPERATIONS[name];
  if (operation.responseType !== 'bytes') {
    await client.call(name, payload as never);
    return;
  }
  const result = await client.stream(name as ByteOperationName, payload as never);
  await new Response(result).arrayBuffer();
}
