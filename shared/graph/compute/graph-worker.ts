import { messageOf } from '../../kit/text/message-of.ts';
import { betweenness } from './betweenness.ts';
import { communities } from './communities.ts';
import { layout } from './layout.ts';
import type { GraphReply, GraphRequest } from './graph-messages.ts';

/** What a worker's `self` offers, in the app and under Node alike. */
interface WorkerScope {
  onmessage: ((event: { data: GraphRequest }) => void) | null;
  postMessage(message: GraphReply, transfer: ArrayBufferLike[]): void;
}

declare const self: WorkerScope;

self.onmessage = ({ data }) => {
  const { reply, transfer } = answer(data);
  self.postMessage(reply, transfer);
};

function answer(request: GraphRequest): { reply: GraphReply; transfer: ArrayBufferLike[] } {
  const { id } = request;
  try {
    if (request.kind === 'communities') {
      const result = communities(request.graph, request.resolution);
      return { reply: { id, kind: request.kind, result }, transfer: [result.assignment.buffer] };
    }
    if (request.kind === 'layout') {
      const result = layout(request.input);
      return { reply: { id, kind: request.kind, result }, transfer: [result.buffer] };
    }
    const result = betweenness(request.graph);
    return { reply: { id, kind: request.kind, result }, transfer: [result.scores.buffer] };
  } catch (error) {
    return { reply: { id, kind: 'failed', message: messageOf(error) }, transfer: [] };
  }
}
