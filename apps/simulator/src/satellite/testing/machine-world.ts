import type { BeidouDialect } from '@wakeline/domain/satellite/beidou-card';
import type { Person } from '@wakeline/server/testing/person';
import { startWorld, type World } from '@wakeline/server/testing/world';
import { expect, vi } from 'vitest';
import { type BeidouMachinePeer, startBeidouMachine } from '../start-beidou-machine.ts';

export const MACHINE_CARD = '0524069';
/** Seconds between two messages of the machine. */
export const FREQUENCY = 30;
const SUBORDINATES = Array.from({ length: 20 }, (_, index) => String(2_095_700 + index));
const WAIT = { timeout: 40_000, interval: 15 };

/** Waits for a fact. */
export const until = <Value>(read: () => Value | Promise<Value>): Promise<Value> => vi.waitFor(read, WAIT);

/** A terminal with a subordinate card. */
export interface Terminal {
  readonly card: string;
  readonly bdUserId: number;
}

/** A server, a person, and a command machine with the clock of the server. */
export class MachineWorld {
  readonly machine: BeidouMachinePeer;
  readonly world: World;
  readonly ada: Person;
  #terminals = 0;

  private constructor(machine: BeidouMachinePeer, world: World, ada: Person) {
    this.machine = machine;
    this.world = world;
    this.ada = ada;
  }

  /** @param receipts whether the server queries them, which pauses the lane of the machine */
  static async start(dialect: BeidouDialect, receipts: 'yes' | 'no' = 'no'): Promise<MachineWorld> {
    let clock: World['clock'] | undefined;
    const machine = await startBeidouMachine({
      dialect,
      card: MACHINE_CARD,
      frequency: FREQUENCY,
      subordinates: SUBORDINATES,
      now: () => clock?.now() ?? Date.UTC(2026, 5, 1, 12),
    });
    const world = await startWorld({
      environment: {
        WAKELINE_BEIDOU_MACHINE: `tcp://127.0.0.1:${machine.port}`,
        WAKELINE_BEIDOU_MACHINE_DIALECT: dialect,
        WAKELINE_BEIDOU_MACHINE_RECEIPTS: receipts,
      },
    });
    clock = world.clock;
    const ada = await (await world.account('harbour')).person('ada');
    const started = new MachineWorld(machine, world, ada);
    await started.isReady();
    return started;
  }

  async stop(): Promise<void> {
    await this.world.stop();
    await this.machine.close();
  }

  /** The machine without faults, and able to send. */
  reset(): void {
    this.machine.setFaults({});
    this.machine.refuseWith(null);
    this.world.clock.advance(2 * FREQUENCY * 1_000);
  }

  /** A terminal with a card of its own, or one with this card. */
  async terminal(card = SUBORDINATES[this.#terminals++] ?? ''): Promise<Terminal> {
    const { bdUserIds } = await this.ada.call('createBdUsers', {
      bdUsers: [{ bdUserName: `G${card}`, cardNumber: card, network: 'beidou', password: 'abc123' }],
    });
    return { card, bdUserId: bdUserIds[0] ?? 0 };
  }

  /** Waits until the machine can send. The server looks at its role each half second. */
  async isReady(): Promise<void> {
    await until(async () => {
      this.world.clock.advance(500);
      expect(await this.readMachine()).toMatchObject({ state: 'ready', frequency: FREQUENCY });
    });
  }

  /** Waits until the machine can send again. The clock stands still, so that no message runs out of time. */
  async isConnected(): Promise<void> {
    await until(async () => expect(await this.readMachine()).toMatchObject({ state: 'ready' }));
  }

  readMachine() {
    return this.world.database.db.selectFrom('satellite_machine').selectAll().executeTakeFirst();
  }

  /** Sends a text from the console; returns the number of the message. */
  async send({ bdUserId }: Terminal, content: string, options: object = {}): Promise<number> {
    const { messages } = await this.ada.call('sendEobBdMsg', { bdUserIds: [bdUserId], content, ...options });
    return messages[0]?.messageId ?? 0;
  }

  /** Waits until a message has a state, and a reason. */
  reaches(messageId: number, state: string, reason: string | null = null) {
    return until(async () => {
      const result = await this.ada.call('queryEobBdMsgSteps', { messageId });
      expect(result.message).toMatchObject({ state, reason });
      return result;
    });
  }

  /** The messages of a terminal once there are this many, oldest first. */
  received({ bdUserId }: Terminal, count: number) {
    return until(async () => {
      const { list } = await this.ada.call('queryHistoryEobBdMsgs', { bdUserId });
      expect(list).toHaveLength(count);
      return list.toReversed();
    });
  }

  /** Waits until so many events of the machine have this outcome. */
  counts(outcome: string, count: number) {
    return until(async () => {
      const text = await (await fetch(`${this.world.url}/metrics`)).text();
      const line = `wakeline_satellite_received_total{edge="beidou-machine",outcome="${outcome}"} ${count}\n`;
      expect(text).toContain(line);
    });
  }
}
