import type { MapObjectKind } from '@wakeline/contract/entities/map-object';
import { color, note } from '@wakeline/contract/fields';
import { LIMITS } from '@wakeline/contract/limits';
import { Form, Input, type InputRef, Select, Switch } from 'antd';
import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../i18n/i18n.ts';
import { flattenGroupTree } from '../../../parts/devices/group-tree.ts';
import { useGroups } from '../../../parts/devices/use-groups.ts';
import { fieldRule } from '../../../service/field-rule.ts';
import { ColorChoice } from './color-choice.tsx';

interface CommonFieldsProps {
  readonly kind: MapObjectKind;
  /** A new one: the name is typed first. */
  readonly focusName: boolean;
  /** Fields of the kind, between group and note. */
  readonly children: ReactNode;
}

/** Fields of every form of an object, with those of its kind among them. */
export function CommonFieldsSection({ kind, focusName, children }: CommonFieldsProps) {
  const { t } = useTranslation('mapObjects');
  const language = useLanguage();
  const groups = useGroups();
  const groupNodes = useMemo(() => flattenGroupTree(groups.list), [groups.list]);
  const nameInput = useRef<InputRef>(null);
  useEffect(() => {
    // On a phone the keyboard would cover the map on which one is to draw.
    if (focusName && matchMedia('(pointer: fine)').matches) nameInput.current?.focus({ preventScroll: true });
  }, [focusName]);
  return (
    <>
      <Form.Item
        name="name"
        label={t('form.name')}
        // Who goes on to the map with the field still empty has made no mistake yet: that is said at saving.
        validateTrigger="onChange"
        rules={[{ required: true, whitespace: true, message: t(`${kind}.nameEmpty`) }]}
      >
        <Input ref={nameInput} maxLength={LIMITS.name} />
      </Form.Item>
      <Form.Item name="groupId" label={t('form.group')} extra={t(`${kind}.groupHint`)}>
        <Select
          allowClear
          showSearch={{ optionFilterProp: 'label' }}
          placeholder={t('ungrouped')}
          options={groupNodes.map(({ groupId, path }) => ({ value: groupId, label: path }))}
        />
      </Form.Item>
      <Form.Item name="color" label={t('form.color')} rules={[fieldRule(color, language)]}>
        <ColorChoice />
      </Form.Item>
      {children}
      <Form.Item name="shown" label={t('form.shown')} valuePropName="checked" layout="horizontal">
        <Switch size="small" />
      </Form.Item>
      <Form.Item name="note" label={t('form.note')} rules={[fieldRule(note, language)]}>
        <Input.TextArea autoSize={{ minRows: 2, maxRows: 6 }} maxLength={LIMITS.note} />
      </Form.Item>
    </>
  );
}
