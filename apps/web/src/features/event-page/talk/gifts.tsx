import { useMutation, useQuery } from '@tanstack/react-query';
import { LIMITS } from '@wakeline/contract/limits';
import type { EventTalk } from '@wakeline/contract/live-events/event-talk';
import type { Gift } from '@wakeline/contract/live-events/gifts';
import { Button, Empty, Input, InputNumber, Select } from 'antd';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../format/use-format.ts';
import { useLanguage } from '../../../i18n/i18n.ts';
import { useClient } from '../../../service/client.ts';
import { errorText } from '../../../service/error-text.ts';
import { createRequestKey } from '../../../service/request-key.ts';
import type { EventRacer } from '../event-model.ts';
import { useViewerName } from './comments.tsx';
import styles from './talk.module.css';

interface GiftsProps {
  readonly code: string;
  readonly shop: GiftShop | undefined;
  readonly talk: EventTalk | undefined;
  readonly racers: ReadonlyMap<number, EventRacer>;
  readonly refresh: () => void;
  /** Whether viewers can give now. */
  readonly isOpen: boolean;
}

type ShopGift = Omit<Gift, 'hidden'>;

/** What viewers can give, and whether a payment provider is configured. */
interface GiftShop {
  readonly gifts: readonly ShopGift[];
  readonly payment: boolean;
}

/** The gifts of a match; undefined: not loaded. */
export function useGiftShop(code: string): GiftShop | undefined {
  const client = useClient();
  const { data } = useQuery({
    queryKey: ['event-gifts', code],
    queryFn: ({ signal }) => client.call('queryGiftShop', { code }, { signal }),
    gcTime: 0,
  });
  return data;
}

/** The gifts of a match, which are bought with vouchers and add votes to a participant, and who has received them. */
export function Gifts({ code, shop, talk, racers, refresh, isOpen }: GiftsProps) {
  const { t } = useTranslation('event');
  const gifts = shop?.gifts ?? [];
  return (
    <div className={styles.talk}>
      {shop !== undefined && gifts.length === 0 && <Empty description={t('gifts.none')} />}
      {gifts.length > 0 && isOpen && (
        <GiftForm
          code={code}
          gifts={gifts}
          canPay={shop?.payment ?? false}
          racers={racers}
          onGiven={refresh}
        />
      )}
      <Votes talk={talk} racers={racers} />
      <LastGifts talk={talk} racers={racers} />
    </div>
  );
}

interface GiftFormProps {
  readonly code: string;
  readonly gifts: readonly ShopGift[];
  /** Whether a payment provider is configured. */
  readonly canPay: boolean;
  readonly racers: ReadonlyMap<number, EventRacer>;
  readonly onGiven: () => void;
}

function GiftForm({ code, gifts, canPay, racers, onGiven }: GiftFormProps) {
  const { t } = useTranslation('event');
  const language = useLanguage();
  const client = useClient();
  const [giver, setGiver] = useViewerName();
  const [giftId, setGiftId] = useState<number | null>(null);
  const [participantId, setParticipantId] = useState<number | null>(null);
  const [count, setCount] = useState(1);
  const [voucherCode, setVoucher] = useState('');
  const gift = gifts.find((one) => one.giftId === giftId) ?? null;
  // A request that is repeated after a failure has the same key, so that it is paid for once.
  const key = useRef(createRequestKey());
  const purchase = () => ({
    ...{ code, clientKey: key.current, giftId: giftId ?? 0, participantId: participantId ?? 0, count, giver },
  });
  const give = useMutation({
    mutationFn: () => client.call('sendGift', { ...purchase(), voucherCode }),
    onSuccess() {
      key.current = createRequestKey();
      onGiven();
    },
  });
  const order = useMutation({
    mutationFn: () => client.call('orderGift', purchase()),
    onSuccess({ payUrl }) {
      key.current = createRequestKey();
      open(payUrl, '_blank', 'noopener');
    },
  });
  const isComplete = gift !== null && participantId !== null && giver.trim() !== '';
  const failure = give.error ?? order.error;
  return (
    <form
      className={styles.gift}
      onSubmit={(event) => {
        event.preventDefault();
        if (isComplete && voucherCode.trim() !== '' && !give.isPending) give.mutate();
      }}
    >
      <fieldset className={styles.shop} aria-label={t('tabs.gifts')}>
        {gifts.map(({ giftId: id, giftName, price, votes, pictureUrl }) => (
          <button key={id} type="button" aria-pressed={id === giftId} onClick={() => setGiftId(id)}>
            <img src={pictureUrl} alt="" width={48} height={48} />
            <strong>{giftName}</strong>
            <small>
              {t('gifts.price', { price: price.toFixed(2) })} · {t('gifts.votes', { count: votes })}
            </small>
          </button>
        ))}
      </fieldset>
      <Select
        showSearch
        optionFilterProp="label"
        aria-label={t('gifts.receiver')}
        placeholder={t('gifts.receiver')}
        value={participantId}
        onChange={setParticipantId}
        options={[...racers.values()].map(({ participantId: value, number, participantName }) => ({
          value,
          label: `${number} ${participantName}`.trim(),
        }))}
      />
      <InputNumber
        aria-label={t('gifts.count')}
        min={1}
        max={LIMITS.giftCount}
        value={count}
        onChange={(value) => setCount(value ?? 1)}
      />
      <Input
        aria-label={t('talk.name')}
        placeholder={t('talk.name')}
        value={giver}
        maxLength={LIMITS.viewerName}
        onChange={({ target }) => setGiver(target.value)}
      />
      <Input
        aria-label={t('gifts.voucher')}
        placeholder={t('gifts.voucher')}
        autoComplete="off"
        value={voucherCode}
        maxLength={64}
        onChange={({ target }) => setVoucher(target.value)}
      />
      <div className={styles.actions}>
        <Button
          type="primary"
          htmlType="submit"
          disabled={!isComplete || voucherCode.trim() === ''}
          loading={give.isPending}
        >
          {gift === null ? t('gifts.give') : t('gifts.giveFor', { price: (gift.price * count).toFixed(2) })}
        </Button>
        {canPay && (
          <Button disabled={!isComplete} loading={order.isPending} onClick={() => order.mutate()}>
            {t('gifts.pay')}
          </Button>
        )}
      </div>
      {give.data !== undefined && failure === null && (
        <p role="status">
          {t('gifts.given', { count: give.data.votes, balance: give.data.balance.toFixed(2) })}
        </p>
      )}
      {failure !== null && (
        <p role="alert" className={styles.failure}>
          {errorText(failure, language)}
        </p>
      )}
    </form>
  );
}

type ListProps = Pick<GiftsProps, 'talk' | 'racers'>;

function Votes({ talk, racers }: ListProps) {
  const { t } = useTranslation('event');
  const rows = (talk?.votes ?? []).flatMap(([id, votes]) => {
    const racer = racers.get(id);
    return racer === undefined || votes === 0 ? [] : [{ racer, votes }];
  });
  if (rows.length === 0) return null;
  return (
    <section aria-label={t('gifts.ranking')}>
      <h2>{t('gifts.ranking')}</h2>
      <ol className={styles.votes}>
        {rows.map(({ racer, votes }) => (
          <li key={racer.participantId}>
            <span>
              {racer.number} {racer.participantName}
            </span>
            <b>{t('gifts.votes', { count: votes })}</b>
          </li>
        ))}
      </ol>
    </section>
  );
}

function LastGifts({ talk, racers }: ListProps) {
  const { t } = useTranslation('event');
  const { formatTimeOfDay } = useFormat();
  const gifts = talk?.gifts ?? [];
  if (gifts.length === 0) return null;
  return (
    <section aria-label={t('gifts.last')}>
      <h2>{t('gifts.last')}</h2>
      <ol className={styles.votes}>
        {gifts.map(({ number, giver, giftName, count, participantId, time, pictureUrl }) => (
          <li key={number}>
            <img src={pictureUrl} alt="" width={24} height={24} />
            <span>
              {t('gifts.line', {
                ...{ giver, giftName, count },
                receiver: participantId === null ? '–' : (racers.get(participantId)?.participantName ?? '–'),
              })}
            </span>
            <small>{formatTimeOfDay(time)}</small>
          </li>
        ))}
      </ol>
    </section>
  );
}
