"""What every bot asks: what is open, ways and costs of tickets, payments, odds (docs/plan.md).

Most functions take a `View`, or a `Board` on which nothing has happened yet.
"""

from branchline.plan.holdings import Holdings, holdings, joined, network, open_routes
from branchline.plan.longest import longest_path
from branchline.plan.needs import Needs, card_needs
from branchline.plan.odds import TunnelOdds, draw_odds, tunnel_odds, unseen, unseen_tickets
from branchline.plan.payments import payments
from branchline.plan.ways import (
    JointPlan,
    TicketStatus,
    Way,
    joint_plan,
    shortest_way,
    ticket_states,
    ticket_status,
)

__all__ = [
    "Holdings",
    "JointPlan",
    "Needs",
    "TicketStatus",
    "TunnelOdds",
    "Way",
    "card_needs",
    "draw_odds",
    "holdings",
    "joined",
    "joint_plan",
    "longest_path",
    "network",
    "open_routes",
    "payments",
    "shortest_way",
    "ticket_states",
    "ticket_status",
    "tunnel_odds",
    "unseen",
    "unseen_tickets",
]
